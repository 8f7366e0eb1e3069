"""Yes-or-no questions about the type of an animal: the questions that suit expected counts."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from coursekit.datasets import load_zoo


class Question(NamedTuple):
    """A yes-or-no question; each side is another question or the place of a type in `types`."""

    yes: Question | int
    no: Question | int


Node = Question | int


@cache
def types() -> tuple[str, ...]:
    """Return the seven types of the zoo in alphabetical order."""
    return tuple(sorted(load_zoo()["type"].unique()))


@cache
def counts() -> tuple[int, ...]:
    """Return the number of animals of each type."""
    found = load_zoo()["type"].value_counts()
    return tuple(int(found[name]) for name in types())


def members(node: Node) -> tuple[int, ...]:
    """Return the types that are left at a node, from yes to no."""
    return (node,) if isinstance(node, int) else members(node.yes) + members(node.no)


def best_questions(expected: Sequence[float]) -> Node:
    """Return the questions with the smallest mean number for these counts, by Huffman's rule.

    The two rarest groups are joined by a question, again and again; in a tie the older groups
    first. The smaller side of a question is its "yes".

    Examples
    --------
    >>> best_questions([1, 1, 2])
    Question(yes=2, no=Question(yes=0, no=1))
    """
    groups: list[tuple[float, int, Node]] = [(n, k, k) for k, n in enumerate(expected)]
    for made in range(len(groups), 2 * len(groups) - 1):
        groups.sort(key=lambda group: group[:2])
        (a, _, one), (b, _, other) = groups[:2]
        yes, no = sorted((one, other), key=lambda side: len(members(side)))
        groups[:2] = [(a + b, made, Question(yes, no))]
    return groups[0][2]


def depths(node: Node, depth: int = 0) -> dict[int, int]:
    """Return the number of questions that each type is asked."""
    if isinstance(node, int):
        return {node: depth}
    return depths(node.yes, depth + 1) | depths(node.no, depth + 1)


def walk(node: Node, depth: int = 0) -> Iterator[tuple[int, Question]]:
    """Yield the questions with their depth, the first one first."""
    if isinstance(node, Question):
        yield depth, node
        yield from walk(node.yes, depth + 1)
        yield from walk(node.no, depth + 1)


def asked(node: Node, number: Sequence[float]) -> float:
    """Return how many questions so many animals of each type are asked together."""
    return sum(number[k] * depth for k, depth in depths(node).items())
