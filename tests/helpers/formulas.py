"""Reading the formulas of a page, and trying them in numbers.

A formula is taken apart at its relations, and each side is worked out with the values that its
letters have. A letter is written as the page writes it, without backslash and braces: `alpha`,
`w^*`, `hat x`, `x'`, `n_L`. If `x_i` is not among the letters, it is the entry i of `x_`, or of
`x`, counted from 1. An index that is not bound runs over `over[index]`: in a sum, and where the
formula is stated for each of them. What cannot be read, or has a letter without a value, is
`Unread`: no formula is called false for that.
"""
from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Value = Any
Letters = dict[str, Any]
Node = Callable[[Letters], Value]


class Unread(Exception):
    """A formula, or a part of one, that cannot be worked out with these letters."""


RELATIONS = {"=": "=", "<": "<", ">": ">", r"\le": "≤", r"\leq": "≤", r"\ge": "≥", r"\geq": "≥",
             r"\ne": "≠", r"\neq": "≠", r"\approx": "≈"}
#: What only spaces a formula, sizes its brackets or says what kind of letter follows.
NOTHING = {r"\left", r"\right", r"\big", r"\Big", r"\bigl", r"\bigr", r"\Bigl", r"\Bigr",
           r"\bigg", r"\biggl",
           r"\biggr", r"\,", r"\;", r"\:", r"\!", r"\ ", r"\displaystyle", r"\textstyle",
           r"\limits", r"\nolimits"}
FONTS = {r"\mathrm", r"\mathbf", r"\mathcal", r"\operatorname", r"\text", r"\textrm", r"\mathbb",
         r"\boldsymbol"}
HATS = {r"\hat", r"\bar", r"\tilde", r"\widehat", r"\overline", r"\dot"}
TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|[^\s]")
#: Where one statement ends and another begins.
BREAKS = re.compile(
    r"\\qquad|\\quad|\\\\|\\Rightarrow|\\Longrightarrow|\\Leftrightarrow|\\iff|\\implies")
REMARKS = ("and", "or", "if", "for", "with", "where", "because", "minimise", "maximise", "so",
           "in", "is", "by")
FUNCTIONS: dict[str, Callable[..., Value]] = {
    "log": np.log, "ln": np.log, "log_2": np.log2, "exp": np.exp, "sin": np.sin, "cos": np.cos,
    "tanh": np.tanh,
    "sign": np.sign, "tr": np.trace, "det": np.linalg.det}
CHOICES: dict[str, Callable[..., Value]] = {"max": max, "min": min}
CONSTANTS = {"infty": math.inf, "pi": math.pi, "e": math.e}


def spans(text: str) -> Iterator[str]:
    """Yield the formulas of a page's text."""
    for shown, inline in re.findall(r"\$\$(.+?)\$\$|(?<![\\$])\$([^$]+?)(?<!\\)\$", text, re.S):
        yield " ".join((shown or inline).split())


def statements(formula: str) -> Iterator[str]:
    """Yield what a formula states: the lines of a display that go on with a relation are joined."""
    formula = re.sub(r"\\(?:begin|end)\{(?:aligned|align\*?|gathered)\}", " ", formula)
    formula = re.sub(r"&&\s*\\text.*?(?=\\\\|$)", " ", formula)
    formula = re.sub(r"\\\\(?:\[\w+\])?\s*(?=[\s&;\\,]*(?:=|<|>|\\le\b|\\ge\b|\\leq\b|\\geq\b))",
                     lambda _: " ", hidden(formula))
    for part in BREAKS.split(formula):
        part = part.replace("\0", r"\\")
        if not _in_brackets(part):
            part = re.sub(r"\\text\{([^{}]*)\}",
                          lambda m: m[0] if _a_name(m[1]) else r"\text{}", part)
            for piece in part.split(r"\text{}"):
                yield from _at_commas(piece)


def hidden(formula: str) -> str:
    r"""Hide the line ends inside a matrix: they are no ends of a statement."""
    return re.sub(r"\\begin\{pmatrix\}.*?\\end\{pmatrix\}",
                  lambda m: m[0].replace(r"\\", "\0").replace("&", "\1"), formula, flags=re.S)


def _in_brackets(part: str) -> bool:
    return part.count("{") != part.count("}")


def _a_name(word: str) -> bool:
    """Whether a piece of text is a name in the formula (the left of `n_left`, `tol`) and no
    remark."""
    return bool(re.fullmatch(r"[\w.-]+", word)) and word not in REMARKS


def _at_commas(piece: str) -> Iterator[str]:
    """Yield the parts of a piece between commas, semicolons and full stops outside brackets."""
    depth, start = 0, 0
    for place, letter in enumerate(piece):
        escaped = place and piece[place - 1] == "\\"
        if letter in "([{" or piece.startswith((r"\langle", r"\{"), place):
            depth += 1
        elif letter in ")]}" or piece.startswith((r"\rangle",), place):
            depth -= 1
        elif letter in ",;:" and not escaped and depth <= 0:
            yield piece[start:place]
            start = place + 1
    yield piece[start:].rstrip(" .")


def sides(statement: str) -> tuple[list[str], list[str]]:
    """Return the sides of a statement and the relations between them."""
    statement = hidden(statement)
    found, relations, depth, last = [], [], 0, 0
    for token in TOKEN.finditer(statement):
        word = token[0]
        depth += (word in ("{", "(", r"\{")) - (word in ("}", ")", r"\}"))
        if word in RELATIONS and depth == 0:
            found.append(statement[last:token.start()])
            relations.append(RELATIONS[word])
            last = token.end()
    return [re.sub(r"\s+", " ", part.replace("&", " ")).strip()
            for part in [*found, statement[last:]]], relations


LETTER = re.compile(
    r"(?:\\(?:hat|bar|tilde|mathrm|mathbf|text)\s*)?(?:\\(?!sqrt|sum)[a-zA-Z]+|[a-zA-Z]|\{\w+\})\s*"
                    r"(?:_\w|_\\\w+|_\{[^{}]*\}|\^\*|'|\^\{\(?\w\)?\})*")
NUMBER = re.compile(r"[-+]?(?:[\d.^]|\\[td]?frac|[{}/]|\\infty|\\,|\\%)+")


def supposes(parts: list[str]) -> bool:
    """Whether a statement only sets letters or supposes something of them: x = 1, n > d, λ ≥ 0."""
    letters = [bool(LETTER.fullmatch(p)) for p in parts]
    return any(letters) and all(x or NUMBER.fullmatch(p)
                                for x, p in zip(letters, parts, strict=True))


class Reader:
    """Reads one side of a formula into a function of its letters."""

    def __init__(self, text: str) -> None:
        text = hidden(text).replace("&", " ").replace("\1", "&").replace("\0", r"\\")
        self.tokens = [t for t in TOKEN.findall(text) if t not in NOTHING]
        self.at = 0
        self.open: list[str] = []

    def peek(self, ahead: int = 0) -> str:
        """Return a coming token, or nothing at the end."""
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        """Return the next token and go on."""
        token = self.peek()
        if not token or (wanted and token != wanted):
            raise Unread(f"{wanted or 'more'} expected, {token or 'the end'} found")
        self.at += 1
        return token

    def whole(self) -> Node:
        """Read all of the side."""
        node = self.sum()
        if self.peek():
            raise Unread(f"{self.peek()} not understood")
        return node

    def sum(self) -> Node:
        """Read terms between + and −."""
        sign = self._sign()
        first = self.term()
        node = first if sign > 0 else lambda env: -first(env)
        while self.peek() in ("+", "-"):
            sign = self._sign()
            node = _added(node, self.term(), sign)
        return node

    def _sign(self) -> int:
        sign = 1
        while self.peek() in ("+", "-"):
            sign *= -1 if self.take() == "-" else 1
        return sign

    def term(self) -> Node:
        """Read factors side by side, with a cross or dot, or a stroke for the quotient."""
        node = self.factor()
        while True:
            token = self.peek()
            if token in (r"\cdot", r"\times"):
                self.take()
                node = _product(node, self.factor())
            elif token == "/":
                self.take()
                node = _quotient(node, self.factor())
            elif token and token not in ("+", "-", ")", "]", "}", r"\rVert", r"\rvert",
                                         r"\rangle", r"\}",
                                         ",", "&", r"\\", r"\end", r"\mid") \
                and token not in self.open[-1:]:
                node = _product(node, self.factor())
            else:
                return node

    def factor(self) -> Node:
        """Read one factor with its powers."""
        token = self.peek()
        if token == r"\sum":
            return self._over(np.sum)
        if token == r"\prod":
            return self._over(np.prod)
        if re.match(r"\d", token):
            number = float(self.take())
            return self.powers(lambda env: number)
        if token in ("(", "["):
            return self.powers(self.bracket())
        if token == "{":
            return self.powers(self.group())
        if token in (r"\frac", r"\tfrac", r"\dfrac"):
            self.take()
            above, below = self.argument(), self.argument()
            return self.powers(_quotient(above, below))
        if token == r"\binom":
            self.take()
            above, below = self.argument(), self.argument()
            return lambda env: math.comb(round(above(env)), round(below(env)))
        if token == r"\sqrt":
            self.take()
            under = self.argument()
            return self.powers(lambda env: np.sqrt(under(env)))
        if token == r"\langle":
            self.take()
            left = self.sum()
            self.take(",")
            right = self.sum()
            self.take(r"\rangle")
            return self.powers(lambda env: np.vdot(left(env), right(env)))
        if token in (r"\|", r"\lVert", r"\Vert"):
            return self.norm()
        if token in ("|", r"\lvert", r"\vert"):
            self.open.append(self.take())
            inside = self.sum()
            self.open.pop()
            if self.take() not in ("|", r"\rvert", r"\vert"):
                raise Unread("a | is not closed")
            return self.powers(lambda env: _size(inside(env)))
        if token == r"\begin":
            return self.powers(self.matrix())
        if token == r"\nabla":
            return self.gradient()
        return self.named()

    def argument(self) -> Node:
        """Read what belongs to a command: a group, a digit or a letter."""
        token = self.peek()
        if token == "{":
            return self.group()
        if re.match(r"\d", token):
            digits = self.take()
            if len(digits) > 1:                       # \frac12 is one half
                self.at -= 1
                self.tokens[self.at:self.at + 1] = list(digits)
                digits = self.take()
            number = float(digits)
            return lambda env: number
        return self.named(bare=True)

    def group(self) -> Node:
        """Read a group in braces."""
        self.take("{")
        inside = self.sum()
        self.take("}")
        return inside

    def bracket(self) -> Node:
        """Read (…), or the entries of a vector (…, …)."""
        closing = {"(": ")", "[": "]"}[self.take()]
        self.open.append(closing)
        entries = [self.sum()]
        while self.peek() == ",":
            self.take()
            entries.append(self.sum())
        self.open.pop()
        self.take(closing)
        if self.peek() == "_" and self.peek(1) == "+":
            self.at += 2
            return lambda env: np.maximum(entries[0](env), 0)
        if len(entries) == 1 and self.peek() == "_":
            self.take()
            index = self.script()
            return lambda env: look_up(f"the bracket_{index}",
                                       {**env, "the bracket": entries[0](env)})
        if len(entries) == 1:
            return entries[0]
        return lambda env: np.hstack([e(env) for e in entries])

    def norm(self) -> Node:
        """Read a norm, with its index."""
        self.open.append(self.take())
        inside = self.sum()
        self.open.pop()
        if self.take() not in (r"\|", r"\rVert", r"\Vert"):
            raise Unread("a norm is not closed")
        order = 2.0
        if self.peek() == "_":
            self.take()
            order = {"1": 1.0, "2": 2.0, r"\infty": math.inf}.get(self.script(), math.nan)
            if order != order:
                raise Unread("a norm of another kind")
        return self.powers(lambda env: np.linalg.norm(np.atleast_1d(inside(env)), order))

    def matrix(self) -> Node:
        """Read a matrix; one column is a vector."""
        self.take(r"\begin")
        if self.script() != "pmatrix":
            raise Unread("cases")
        rows: list[list[Node]] = [[self.sum()]]
        while self.peek() != r"\end":
            if self.take() == "&":
                rows[-1].append(self.sum())
            elif self.peek() != r"\end":
                rows.append([self.sum()])
        self.take()
        self.script()

        def value(env: Letters) -> Value:
            blocks = [[np.asarray(entry(env)) for entry in row] for row in rows]
            whole = np.block([[b.reshape(-1, 1) if b.ndim < 2 else b for b in row]
                              for row in blocks])
            return whole[:, 0] if whole.shape[1] == 1 else whole
        return value

    def _over(self, gather: Callable) -> Node:
        """Read a sum or product over an index."""
        self.take()
        index = ""
        while self.peek() in ("_", "^"):
            which = self.take()
            script = self.script()
            if which == "_":
                index = script
        term = self.term()
        return lambda env: gather([term({**env, **chosen})
                                   for chosen in running(index, env)], axis=0)

    def gradient(self) -> Node:
        """Read ∇ f(x): the slope of a function that has a value among the letters, in numbers."""
        self.take()
        form, _, _ = self.letter(powers=False)
        given = f"nabla {form}"
        if self.peek() != "(":
            return lambda env: look_up(given, env)
        where = self.bracket()
        return lambda env: (env[given](where(env)) if given in env
                            else slope(look_up(form, env), where(env)))

    def named(self, bare: bool = False) -> Node:
        """Read a letter with its scripts, or a function with what it is taken of."""
        form, powers, full = self.letter(bare)
        if form.split("_")[0] in CHOICES:
            return self.choice(form)
        if form in FUNCTIONS:
            inside = self.bracket() if self.peek() in ("(", "[") else self.factor()
            return _raised(lambda env: FUNCTIONS[form](inside(env)), powers)
        if not bare and self.peek() == "(":
            before = self.at
            arguments = self.list()
            after, self.at = self.at, before
            factor = self.bracket()
            indexed = self.at > after                  # v_i (K v)_i is a product, whatever v_i is
            if not indexed:
                factor = self.powers(factor)
                self.at = after
            powered = self.powers(lambda env: env["\0called"])

            def value(env: Letters) -> Value:
                thing, rest = (env[full], []) if full in env else (look_up(form, env), powers)
                if callable(thing) and not indexed:
                    called = thing(*[a(env) for a in arguments])
                    return powered({**env, "\0called": _raise(called, rest, env)})
                return _times(_raise(thing, rest, env), factor(env))
            return value
        if self.peek() == "!":
            self.take()
            return lambda env: math.factorial(round(_raise(look_up(form, env), powers, env)))
        return lambda env: env[full] if full in env else _raise(look_up(form, env), powers, env)

    def list(self) -> list[Node]:
        """Read what a function is taken of."""
        self.take("(")
        found = [self.sum()]
        while self.peek() == ",":
            self.take()
            found.append(self.sum())
        self.take(")")
        return found

    def choice(self, form: str) -> Node:
        """Read a largest or smallest: of a list, or over an index."""
        word, _, index = form.partition("_")
        gather = CHOICES[word]
        if index:
            term = self.term()
            return lambda env: gather([term({**env, **chosen}) for chosen in running(index, env)])
        if self.peek() == r"\{":
            self.take()
            entries = [self.sum()]
            while self.peek() == ",":
                self.take()
                entries.append(self.sum())
            self.take(r"\}")
        else:
            entries = self.list()
        return lambda env: gather([e(env) for e in entries])

    def letter(self, bare: bool = False, powers: bool = True) -> tuple[str, list[Node], str]:
        """Read a letter: the form under which it may be known, its powers, and its name with those
        powers."""
        base = self.base()
        if bare:
            return base, [], base
        form, raised, full = base, [], base
        while self.peek() in ("_", "^", "'") and (powers or self.peek() != "^"
                                                  or self.peek(1) == "*"):
            mark = self.take()
            start = self.at
            script = "" if mark == "'" else self.script()
            full += mark + script
            starred = re.fullmatch(r"\*(\d)", script)
            if starred:                                # the square of x^*
                form += "^*"
                raised.append(lambda env, power=int(starred[1]): power)
            elif mark == "^" and script not in ("*", "+", "-") \
                and r"\text" not in self.tokens[start:start + 2]:
                self.at = start
                raised.append(self.power())
            else:
                form += mark + script
        return form, raised, full

    def base(self) -> str:
        """Read the letter itself."""
        token = self.take()
        if token in HATS:
            inner = self.script()
            return f"{token[1:].replace('widehat', 'hat').replace('overline', 'bar')} {inner}"
        if token in FONTS:
            return self.script()
        if re.fullmatch(r"\\[a-zA-Z]+", token):
            return token[1:]
        if re.fullmatch(r"[A-Za-z]", token):
            return token
        raise Unread(token)

    def script(self) -> str:
        """Read an index or a group as it is written."""
        token = self.take()
        if token in HATS:
            return f"{token[1:]} {self.script()}"
        if token in FONTS:
            return self.script()
        if token != "{":
            return token.lstrip("\\")
        depth, parts = 1, []
        while depth:
            token = self.take()
            depth += (token == "{") - (token == "}")
            if depth and token not in FONTS and token not in ("{", "}"):
                parts.append(token.lstrip("\\"))
        return "".join(parts)

    def power(self) -> Node:
        """Read an exponent, ⊤ included."""
        token = self.peek()
        if token in (r"\top", "T", r"\intercal"):
            self.take()
            return lambda env: "⊤"
        return self.argument()

    def powers(self, node: Node) -> Node:
        """Read the exponents that follow."""
        found = []
        while self.peek() == "^":
            self.take()
            found.append(self.power())
        return _raised(node, found)


def running(index: str, env: Letters) -> Iterator[Letters]:
    """Yield the values of an index, or of several, that a sum runs over."""
    over = env.get("over", {})
    bare = re.sub(r"=.*", "", index)
    among = re.fullmatch(r"(\w)(?:in|:)(.+)", index)
    # with a condition: Σ over k < j, over y_i = 1
    if index in over and len(index) > 1:
        letter, values = over[index] if isinstance(over[index], tuple) else (index[0], over[index])
        yield from ({letter: v} for v in _range(values, env))
    elif among and among[2] in env:
        yield from ({among[1]: v} for v in env[among[2]])
    elif re.fullmatch(r"\w(,?\w)*", bare) and all(n in over for n in bare if n != ","):
        yield from _every([n for n in bare if n != ","], env)
    else:
        raise Unread(f"a sum over {index or 'nothing'}")


def _every(indices: list[str], env: Letters) -> Iterator[Letters]:
    """Yield all values of indices together, where the range of one may depend on those
    before it."""
    if not indices:
        yield {}
        return
    for value in _range(env["over"][indices[0]], env):
        for rest in _every(indices[1:], {**env, indices[0]: value}):
            yield {indices[0]: value, **rest}


def _range(values: Any, env: Letters) -> Any:
    return values(env) if callable(values) else values


def look_up(form: str, env: Letters) -> Value:
    """Return the value of a letter: by its full name, or an entry of what it is an index into."""
    if form in env:
        return env[form]
    for place in range(len(form) - 1, 0, -1):
        if form[place] == "_":
            found = _entry(form[:place], form[place + 1:], env)
            if found is not None:
                return found
    if form in CONSTANTS:
        return CONSTANTS[form]
    raise Unread(form)


def _entry(base: str, index: str, env: Letters) -> Value:
    """Return x_i, K_ij or K_{i,j} of an array, a list or a table that is among the letters."""
    tail = ""
    marked = re.fullmatch(r"(.+?)((?:'|\^\*|\^\+|\^-)+)", index)
    if marked:                                         # x_i^* is the entry i of x^*
        index, tail = marked[1], marked[2]
    thing = env.get(base + tail + "_", env.get(base + tail))
    if thing is None:
        return None
    if isinstance(thing, dict):
        key = tuple(env.get(k, k) for k in index) if len(index) > 1 else env.get(index, index)
        return thing.get(key)
    places = [env.get(k, k) for k in (index.split(",") if "," in index else index)]
    places = [int(p) if isinstance(p, str) and p.isdigit() else p for p in places]
    if not all(isinstance(p, int | np.integer) for p in places):
        return None
    for p in places:
        if not isinstance(thing, list | tuple) and not np.ndim(thing) or not 1 <= p <= len(thing):
            return None
        thing = thing[p - 1]
    return thing


def slope(function: Callable, where: Value) -> Value:
    """Return the gradient of a function at a point by central differences."""
    where = np.asarray(where, float)
    if not where.ndim:
        h = 1e-6 * max(1, abs(where))
        return (function(where + h) - function(where - h)) / (2 * h)
    result = np.empty(where.shape)
    for place in np.ndindex(where.shape):
        step = np.zeros(where.shape)
        step[place] = 1e-6 * max(1, abs(where[place]))
        result[place] = (function(where + step) - function(where - step)) / (2 * step[place])
    return result


def _added(left: Node, right: Node, sign: int) -> Node:
    def value(env: Letters) -> Value:
        a, b = left(env), right(env)
        if np.shape(a) != np.shape(b):
            raise Unread("a sum of unequal shapes")
        return a + b if sign > 0 else a - b
    return value


def _product(left: Node, right: Node) -> Node:
    return lambda env: _times(left(env), right(env))


def _times(a: Value, b: Value) -> Value:
    if callable(a) or callable(b):
        raise Unread("a function as a factor")
    if np.ndim(a) and np.ndim(b):
        if np.ndim(a) == 1 and np.ndim(b) == 2 and np.shape(b)[0] == 1:
            return np.outer(a, b)
        if np.ndim(a) == 1 and np.ndim(b) == 1:
            raise Unread("two columns side by side")
        try:
            product = np.asarray(a) @ np.asarray(b)
        except ValueError as no:
            raise Unread(str(no)) from no
        return product.item() if np.size(product) == 1 and np.shape(a)[0] == 1 else product
    return a * b


def _quotient(above: Node, below: Node) -> Node:
    def value(env: Letters) -> Value:
        a, b = above(env), below(env)
        if np.ndim(b):
            raise Unread("a quotient by a vector")
        if b == 0:
            raise Unread("a quotient by zero")
        return a / b
    return value


def _raised(node: Node, powers: list[Node]) -> Node:
    return node if not powers else lambda env: _raise(node(env), powers, env)


def _raise(value: Value, powers: list[Node], env: Letters) -> Value:
    for power in powers:
        exponent = power(env)
        if isinstance(exponent, str):
            value = np.asarray(value)
            value = value[None, :] if value.ndim == 1 else value.T
        elif np.ndim(value) == 2:
            if exponent != int(exponent):
                raise Unread("a root of a matrix")
            value = np.linalg.matrix_power(value, int(exponent))
        elif np.ndim(value):
            raise Unread("the power of a vector")
        else:
            value = value ** exponent
    return value


def _size(value: Value) -> Value:
    if isinstance(value, set | frozenset | list | tuple):
        return len(value)
    return abs(value)


def tried(statement: str, letters: Letters) -> list[tuple[str, bool]]:
    """Return what of a statement could be worked out: each relation between two sides, and whether
    it holds.

    An index without a value runs over `letters["over"]`; a relation has to hold for each. What
    only sets a letter or supposes something of it (x = 1, n > d) is not tried, but where the
    letter is among `letters["found"]`: there it has been worked out.
    """
    parts, relations = sides(statement)
    if not relations or supposes(parts) and not set(parts) & set(letters.get("found", ())):
        return []
    nodes: list[Node | None] = []
    for part in parts:
        try:
            nodes.append((lambda env, side=part: env[side]) if part in letters
                         else Reader(part).whole())
        except Unread:
            nodes.append(None)
    outcomes: dict[str, bool] = {}
    try:
        every = list(_every(_stated_for_each(statement, nodes, letters), letters))
    except KeyError:                                   # i runs from j on, and there is no j
        return []
    for chosen in every:
        env = {**letters, **chosen}
        last, between = None, []
        for node, relation, text in zip(nodes, ["", *relations], parts, strict=True):
            between.append(relation)
            value = _worked_out(node, env)
            if value is None:
                continue
            if last is not None:
                link = _link(between)
                if link and (np.shape(last[0]) == np.shape(value) or not np.ndim(value)
                             or not np.ndim(last[0])):
                    key = f"{last[1]} {link} {text}"
                    outcomes[key] = outcomes.get(key, True) and _holds(last[0], link, value,
                                                                       last[1], text)
            last, between = (value, text), []
    return list(outcomes.items())


def _stated_for_each(statement: str, nodes: list[Node | None], letters: Letters) -> list[str]:
    """Return the indices that a statement is made for: those without which a side cannot be worked
    out."""
    there = [i for i in letters.get("over", {}) if len(i) == 1 and i not in letters
             and re.search(rf"_(?:{re.escape(i)}|\{{[^}}]*{re.escape(i)})", statement)]
    first = next(iter(_every(there, letters)), {})

    def known(env: Letters) -> list[bool]:
        return [_worked_out(node, env) is not None for node in nodes]
    full = known({**letters, **first})
    return [i for i in there
            if known({**letters, **{k: v for k, v in first.items() if k != i}}) != full]


def _worked_out(node: Node | None, env: Letters) -> Value:
    if node is None:
        return None
    try:
        with np.errstate(all="ignore"):
            value = node(env)
    except (Unread, AttributeError, TypeError, ValueError, IndexError, KeyError, OverflowError,
            np.linalg.LinAlgError):
        return None
    if value is None or isinstance(value, str | dict) or callable(value):
        return None
    if isinstance(value, set | frozenset):
        return None
    try:
        value = np.asarray(value, float)
    except (TypeError, ValueError):
        return None
    return None if np.isnan(value).any() else value


def _link(between: list[str]) -> str:
    """Return the one relation that a chain of them amounts to, or nothing."""
    kinds = set(between) - {"=", ""}
    if not kinds:
        return "="
    if len(kinds) == 1:
        return kinds.pop()
    return {frozenset("≤<"): "<", frozenset("≥>"): ">"}.get(frozenset(kinds), "")


def _holds(a: Value, link: str, b: Value, left: str, right: str) -> bool:
    scale = 1e-6 * max(1.0, np.abs(np.where(np.isfinite(a), a, 0)).max(initial=0),
                       np.abs(np.where(np.isfinite(b), b, 0)).max(initial=0))
    with np.errstate(all="ignore"):
        equal = (a == b) | (np.abs(a - b) <= scale)
        if link == "=":
            return bool((equal | _as_printed(a, b, left, right)).all())
        if link == "≈":
            return bool((np.abs(a - b) <= 0.06 * np.abs(b)).all() or _as_printed(a, b, left, right))
        if link == "≠":
            return not bool(equal.all())
        if link in "≤≥":
            return bool((equal | ((a < b) if link == "≤" else (a > b))).all())
        return bool(((a < b) if link == "<" else (a > b)).all())


def _as_printed(a: Value, b: Value, left: str, right: str) -> bool:
    """Whether one side is made of numbers in decimals and the other is that, but for their
    rounding."""
    for numbers in (left, right):
        if re.fullmatch(r"[-+\d.\s]*\.\d[-+\d.\s]*", numbers) and not np.ndim(a) and not np.ndim(b):
            half = sum(0.5001 * 10.0 ** -len(d) for d in re.findall(r"\.(\d+)", numbers))
            if abs(a - b) <= half:
                return True
    return False
