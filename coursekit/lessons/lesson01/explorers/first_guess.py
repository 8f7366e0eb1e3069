"""Lesson 01: two guesses, drawn as lines across grey dots; then the dots show who survived."""
from __future__ import annotations

from matplotlib.patheffects import withStroke

from coursekit.explorer import Canvas, Choice, Explorer, Preset, Slider
from coursekit.lessons.lesson01.blocks import HEIGHT, LEFT, WIDTH, dots_of, lay_out
from coursekit.lessons.lesson01.groups import Group, groups_of
from coursekit.plots import style

SHOW = "show who survived"
NEAR = 5            # percentage points
FLOOR = 0.85        # inches from the lower edge to the dots


class FirstGuess(Explorer):
    """A guess for the women and girls, one for the men and boys, and what happened.

    Examples
    --------
    >>> FirstGuess(women=60).status.split(",")[0]
    'Your guess: 60% of the women and girls (188 of 314)'
    """

    title = "How many survived?"
    question = "What proportion of the women and girls, and what proportion of the men and boys?"
    size = (8.8, 4.3)
    controls = (
        Slider("women", "women and girls (%)", 0, 100, 1, 50, "your guess, in per cent"),
        Slider("men", "men and boys (%)", 0, 100, 1, 50, "your guess, in per cent"),
        Choice("fates", "fates", ("hidden", SHOW), "hidden", "when you have guessed"))
    presets = {
        "as if sex told nothing": Preset(
            {"women": 38, "men": 38, "fates": SHOW},
            "Both guesses are the rate of all passengers. Which of them is farther off?",
            shows=r"your guess 38%.*your guess 38%"),
        "women first": Preset(
            {"women": 100, "men": 0, "fates": SHOW},
            "How strictly was “women and children first” followed?",
            shows=r"your guess 100%.*your guess 0%"),
    }

    def build(self, canvas: Canvas) -> None:
        """Set the floor on which the two blocks stand, and name them."""
        canvas.figure.set_layout_engine("none")
        wide, high = self.size
        self._ax = canvas.figure.add_axes((LEFT / wide, FLOOR / high, WIDTH / wide, HEIGHT / high),
                                          xlim=(0, WIDTH), ylim=(0, 1))
        self._ax.set_axis_off()
        for block in lay_out("sex", "nothing").blocks:
            for y, words in ((-0.1, block.group.level), (-0.2, f"n = {block.group.n}")):
                self._ax.text(block.middle, y, words, ha="center", va="center", fontsize=14)

    def draw(self, state: dict) -> str:
        """Draw the dots, both guesses and, if they are asked for, the fates."""
        shown, ax = state["fates"] == SHOW, self._ax
        places, size = dots_of("sex", "nothing", shown)
        for kind, at in places.items():
            small = 0.5 if kind == "died" else 1
            ax.scatter(*at.T, s=(72 * size * small) ** 2, color=style.COLOURS[kind], linewidths=0,
                       clip_on=False)
        for block, guess in zip(lay_out("sex", "nothing").blocks, _guesses(state), strict=True):
            x = block.left - 0.12, block.left + block.width + 0.12
            ax.plot(x, [guess / 100] * 2, "--", color=style.INK, lw=5, clip_on=False,
                    path_effects=[withStroke(linewidth=9, foreground="white")])
            words = f"your guess {guess}%: {_people(guess, block.group)} of {block.group.n}"
            if shown:
                words = f"you {guess}%, in truth {block.group.percent}%"
                ax.text(block.left + 0.1, block.group.rate / 2, "survived", **_plate("survived"))
                ax.text(block.left + 0.1, (1 + block.group.rate) / 2, "died", **_plate("died"))
            ax.text(block.middle, 1.085, words, ha="center", va="center", fontweight="bold",
                    fontsize=17 if shown else 15)
        ax.text(0.15 - LEFT, 1.2, _finding(shown), fontsize=16, fontweight="bold", va="center")
        return _told(state) if shown else _asked(state)


def _plate(fate: str) -> dict:
    return {"fontsize": 14, "fontweight": "bold", "color": style.WORDS[fate], "va": "center",
            "bbox": {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 2}}


def _guesses(state: dict) -> tuple[int, int]:
    return state["women"], state["men"]


def _people(guess: int, group: Group) -> int:
    """Return a guess in per cent as a number of passengers."""
    return round(guess * group.n / 100)


def _finding(shown: bool) -> str:
    women, men = groups_of("sex")
    return (f"{women.percent}% of the women and girls survived, {men.percent}% of the men and boys"
            if shown else "One dot is one passenger. How many of them are survivors?")


def _asked(state: dict) -> str:
    told = [f"{guess}% of the {g.level} ({_people(guess, g)} of {g.n})"
            for guess, g in zip(_guesses(state), groups_of("sex"), strict=True)]
    return f"Your guess: {told[0]}, and {told[1]}. Then press “{SHOW}”."


def _told(state: dict) -> str:
    """Say what happened beside what was guessed, and what a wrong guess may have meant."""
    (women, men), guesses = groups_of("sex"), _guesses(state)
    told = [f"{g.k} of {g.n} {g.level}, {g.rate:.1%} (your guess {guess}%)"
            for guess, g in zip(guesses, (women, men), strict=True)]
    rate = 100 * (women.k + men.k) / (women.n + men.n)
    reason = ""
    if all(abs(guess - rate) <= NEAR for guess in guesses):
        reason = (f" Your guesses are close to {rate:.0f}%, the rate of all. If it were the rate "
                  "of both, sex would tell you nothing.")
    elif guesses[0] >= max(100 * women.rate + 2 * NEAR, 2 * guesses[1]):
        reason = (f" “Women and children first” was not followed that strictly: {women.n - women.k}"
                  " of the women and girls died.")
    elif guesses[1] >= 100 * men.rate + 4 * NEAR:
        reason = " Most of the passengers were men and boys, and few of them survived."
    return f"Survived: {told[0]}, and {told[1]}.{reason}"
