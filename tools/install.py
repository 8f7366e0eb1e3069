"""Install packages with pip, and say in one line how far it is.

    python tools/install.py WORDS_FOR_PIP...
"""
from __future__ import annotations

import subprocess
import sys

STEPS = {"Collecting": "looked up", "Processing": "looked up", "Downloading": "downloaded"}


def install(words: list[str]) -> int:
    """Run pip install; return its exit code. What pip says is printed only if it fails."""
    command = [sys.executable, "-m", "pip", "install", "--progress-bar", "off", *words]
    pip = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said, counts, wide = [], dict.fromkeys(STEPS.values(), 0), sys.stdout.isatty()
    for line in pip.stdout:
        said.append(line)
        first = line.split(maxsplit=1)[0] if line.strip() else ""
        if first in STEPS:
            counts[STEPS[first]] += 1
            done = ", ".join(f"{number} {name}" for name, number in counts.items())
            end = "\r" if wide else "\n"
            if wide or first != "Downloading" and counts["looked up"] % 40 == 0:
                print(f"  packages: {done} ", end=end, flush=True)
        elif first == "Installing" and "collected" in line:
            print(f"  installing {line.count(',') + 1} packages ...            ", flush=True)
    if code := pip.wait():
        sys.stderr.writelines(said)
    return code


if __name__ == "__main__":
    sys.exit(install(sys.argv[1:]))
