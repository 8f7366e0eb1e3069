"""What the letters of each page's formulas stand for, drawn at random: one module a page.

A function is one meaning that the letters have on the page. It takes a random generator and
returns their values; a letter has the name it has in the formula, without backslash and braces.
What a letter stands for is worked out here from its definition, not from the formula that is tried.
"""
