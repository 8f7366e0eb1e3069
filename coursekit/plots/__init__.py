"""Functions of data and models that return a matplotlib ``Figure``.

They use no widgets and no pyplot, so every figure can be drawn in a test, in an explorer or in a
notebook, and leaves nothing open. Each file is imported by its name:
``from coursekit.plots import style``.
"""
