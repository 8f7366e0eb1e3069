"""Floor 3: functions of data and models that return a matplotlib ``Figure``.

No widgets and no pyplot live here, so every figure can be drawn in a test, in an
explorer or on a page, and leaves nothing open behind it. Each file is imported by
its name: ``from coursekit.plots import style``.
"""
