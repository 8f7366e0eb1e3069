"""How Sphinx lays out the pages: see https://www.sphinx-doc.org/en/master/usage/configuration.html."""
import os

project = "The mathematics behind machine learning"
html_title = project
copyright, author = "the authors; prose and figures CC BY 4.0, code BSD-3-Clause", "the authors"
language = "en"
extensions = ["myst_nb", "sphinx.ext.mathjax"]
exclude_patterns = ["_static", "_extra"]

nb_execution_mode = "off"                       # the committed outputs are shown
nb_render_markdown_format = "myst"
nb_code_prompt_show, nb_code_prompt_hide = "Show the {type}", "Hide the {type}"
myst_heading_anchors = 2                       # links to a heading by its words, as on GitHub
myst_enable_extensions = ["deflist", "dollarmath"]
suppress_warnings = ["mystnb.unknown_mime_type", "myst.header", "misc.highlighting_failure"]

html_theme = "sphinx_book_theme"
html_static_path = ["_static"]
html_extra_path = ["_extra"]
html_css_files, html_js_files = ["course.css"], ["explorer.js", "page.js"]
html_show_sourcelink = html_copy_source = False
html_show_search_summary = False                # a summary would be fetched, which a file may not
mathjax_path = "mathjax.js"
myst_update_mathjax = False                     # words beside a figure have formulas, too
mathjax3_config = {
    "tex": {"inlineMath": [["\\(", "\\)"], ["$", "$"]]},
    "options": {"processHtmlClass": "mathjax_process|math|figure-in-words|hint",
                "enableMenu": False},       # it would make each formula a stop of the Tab key
}

html_theme_options = {
    "navbar_persistent": [], "use_download_button": False, "use_fullscreen_button": False,
    "show_toc_level": 2, "home_page_in_toc": True, "navigation_with_keys": False,
    "toc_title": "On this page",
}
if repository := os.environ.get("COURSE_REPOSITORY"):    # then each page can be run in a Binder
    html_theme_options |= {
        "repository_url": repository, "use_repository_button": True,
        "path_to_docs": "", "repository_branch": os.environ.get("COURSE_BRANCH", "main"),
        "launch_buttons": {"binderhub_url": "https://mybinder.org",
                           "notebook_interface": "jupyterlab"},
    }
