"""The deciding words of sitting 01b: each is read from the page, and its evidence computed."""
from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom, chi2_contingency
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, LeaveOneOut, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

import told
from coursekit.datasets import load_titanic
from coursekit.exercises.lesson01b import ceiling
from coursekit.exercises.lesson01b_title import title_of
from coursekit.exercise.registry import find
from coursekit.explorers.titanic_imputation import fill_ages
from coursekit.statistics import wilson
from told import page_says

PAGE = "01b_titanic_features"
PEOPLE = load_titanic()
PEOPLE["Title"] = PEOPLE["Name"].map(title_of)
LARGE = PEOPLE[PEOPLE["SibSp"] + PEOPLE["Parch"] > 3]
MATES = PEOPLE["Ticket"].map(PEOPLE["Ticket"].value_counts())
UP = told.UP | {
    "better": 1, "worse": -1, "least": 1, "most": -1, "likely": 1, "unlikely": -1, "strict": -1, "lenient":
    1, "floor": -1, "ceiling": 1}
RNG = np.random.default_rng(0)


def by_tickets(frame):
    """Return survivors and passengers of 4000 draws of as many whole tickets as there are."""
    tally = frame.groupby("Ticket")["Survived"].agg(["sum", "size"]).to_numpy()
    return tally[np.random.default_rng(1).integers(len(tally), size=(4000, len(tally)))].sum(axis=1).T


def test_where_the_title_stands():
    after, ends = page_says(PAGE, "{after|before} the surname and a comma comes the **title**, which {ends|begins}")
    comma, stop, behind = page_says(PAGE, "what stands between the {first|last} comma and the {first|last} full stop "
                                    "{after|before} it")
    hardly = page_says(PAGE, "{Hardly any|Most} two names are equal, but parts of them are")
    cut = {"first": str.index, "last": str.rindex}
    for name in ["Doe, Dr. A. B.", "Roe, Sir. Tom, Jr.", *PEOPLE["Name"]]:
        start = cut[comma](name, ",") + 1
        assert name[start:start + cut[stop](name[start:], ".")].strip() == title_of(name)
    mister = PEOPLE["Name"][PEOPLE["Title"] == "Mr"]
    assert mister.str.contains(", Mr." if (after, ends, behind) == ("after", "ends", "after") else r"\.Mr").all()
    assert PEOPLE["Name"].is_unique == (hardly == "Hardly any") and not PEOPLE["Title"].is_unique


def test_drawing_with_replacement():
    put_back = page_says(PAGE, "draws as many units as there are, *{with|without} replacement*")
    fates = LARGE["Survived"].to_numpy()
    rates = [RNG.choice(fates, len(fates), replace=put_back == "with").mean() for _ in range(200)]
    assert np.std(rates) == pytest.approx(np.sqrt(fates.mean() * (1 - fates.mean()) / len(fates)), rel=0.2)


def test_rows_of_one_ticket():
    agree, fewer = page_says(PAGE, "Where rows that belong together {agree|differ}, they are worth {fewer|more}:")
    wider, root = page_says(PAGE, "and the interval is {wider|narrower} by about the *square {root|of it}* of the")
    k, n = by_tickets(LARGE)
    rate = LARGE["Survived"].mean()
    effect = (k / n).var() / (rate * (1 - rate) / len(LARGE))
    pairs = LARGE.merge(LARGE, on="Ticket").query("PassengerId_x < PassengerId_y")
    alike = (pairs["Survived_x"] == pairs["Survived_y"]).mean() > rate**2 + (1 - rate)**2
    assert alike == (agree == "agree") and UP[fewer] * (len(LARGE) / effect - len(LARGE)) > 0
    length = [np.ptp(wilson(10 / e, 62 / e)) for e in (1, effect)]
    assert UP[wider] * (length[1] - length[0]) > 0 and root == "root"
    assert abs(length[1] / length[0] / effect**0.5 - 1) < 0.15 < effect**2 - effect**0.5


def test_few_tickets():
    few, short = page_says(PAGE, "With so {few|many} tickets even this interval is rather too {short|long}")
    held = {}
    for word, C in (("few", 15), ("many", 400)):    # all on a ticket share one fate
        p = RNG.uniform(0.1, 0.5, (2000, 1))
        drawn = RNG.binomial(C, RNG.binomial(C, p) / C, (2000, 300)) / C
        held[word] = np.mean(np.diff(np.sign(np.percentile(drawn, [2.5, 97.5], axis=1) - p.T), axis=0) > 0)
    assert UP[short] * (held[few] - 0.95) > 0.02 and held["many"] > held["few"]


def test_one_variance_a_ticket():
    small = page_says(PAGE, "As $\\hat p$ was computed from the same tickets, the sum comes out a little too "
                      "{small|large}; the factor $C/(C-1)$ mends it")
    fates = np.repeat(RNG.random((60000, 4, 1)) < 0.3, 3, axis=2)       # four tickets of three, one fate each
    k = fates.sum(axis=2)
    truth = 4 * k.var()
    found = ((k - k.mean(axis=1, keepdims=True))**2).sum(axis=1).mean()
    assert UP[small] * (found - truth) > 0 and found * 4 / 3 == pytest.approx(truth, rel=0.02)


def test_prices():
    neither = page_says(PAGE, "Counted by tickets, {neither|each} order of dear and cheap is certain")
    bound = page_says(PAGE, "The price per person is an {upper|lower} bound: ticket mates may be missing")
    third = PEOPLE[PEOPLE["Pclass"] == 3]
    certain = []
    for over in (PEOPLE, third):
        low, high = over["Fare"].quantile([1 / 3, 2 / 3])
        (k1, n1), (k0, n0) = (by_tickets(third[rows]) for rows in (third["Fare"] > high, third["Fare"] <= low))
        ends = np.percentile(k1 / n1 - k0 / n0, [2.5, 97.5])
        certain.append(bool(ends[0] > 0 or ends[1] < 0))
    assert certain == [neither != "neither"] * 2
    listed = PEOPLE.sample(500, random_state=0)
    shorter = listed["Fare"] / listed["Ticket"].map(listed["Ticket"].value_counts())
    change = shorter - (PEOPLE["Fare"] / MATES)[shorter.index]
    assert (UP[bound] * change >= 0).all() and change.any()


def test_borders_by_outcomes():
    more, without = page_says(PAGE, "make groups look {more|less} different than they are. They must be drawn "
                              "{without|by} the rows that judge the model")
    seen, fresh = [], []
    for _ in range(100):                # nothing depends on x
        x, y, new = RNG.random(60), RNG.random(60) < 0.4, RNG.random(60) < 0.4
        gaps = [abs(np.subtract(*(y[part].mean() for part in (x > t, x <= t)))) for t in np.sort(x)[5:-5]]
        t = np.sort(x)[5:-5][np.argmax(gaps)]
        seen.append(max(gaps))
        fresh.append(abs(new[x > t].mean() - new[x <= t].mean()))
    assert UP[more] * (np.mean(seen) - np.mean(fresh)) > 0.05 and without == "without"


def test_why_values_are_missing():
    refute, much = page_says(PAGE, "A comparison can {refute|prove} that"), page_says(
        PAGE, "In both columns the classes differ far too {much|little} for MCAR")
    p = [chi2_contingency(pd.crosstab(PEOPLE["Pclass"], PEOPLE[column].isna())).pvalue for column in ("Age", "Cabin")]
    assert (max(p) < 1e-6) == (much == "much")
    seen, not_ = page_says(PAGE, "given the values that are {seen|missing}, it does {not|still} depend on the missing "
                           "value itself")
    does = page_says(PAGE, "missing not at random: it {does|does not}, even given all that is seen")
    nothing = page_says(PAGE, "if whether a value is missing depends on {nothing|itself}")
    z = RNG.integers(0, 2, 20000)
    x = z + RNG.normal(size=20000)
    gap = {kind: RNG.random(20000) < chance for kind, chance in (
        ("nothing", 0.3), ("seen", 0.1 + 0.5 * z), ("itself", 1 / (1 + np.exp(-x))))}

    def depends(kind):
        """How much larger the values are that are missing: raw, and among those of one z."""
        return [np.subtract(*(x[rows & part].mean() for part in (gap[kind], ~gap[kind]))) for rows in (z >= 0, z == 1)]
    assert np.abs(depends(nothing)).max() < 0.06
    raw, fixed = depends("seen")        # MAR, by its name: a z that is seen decides
    assert raw > 0.2 and (abs(fixed) < 0.06) == ((seen, not_) == ("seen", "not"))
    assert (depends("itself")[1] > 0.3) == (does == "does")
    # a gap that depends on another unseen value of no bearing on z: the comparison by z shows nothing
    assert chi2_contingency(pd.crosstab(z, RNG.normal(size=20000) + x - z > 1)).pvalue > 0.01 and refute == "refute"


def test_titles_and_ages():
    boy, better = page_says(PAGE, "A {Master|Miss} is a boy: the median age *of the same title* is a {better|worse}")
    boys = PEOPLE[PEOPLE["Title"] == boy]
    assert boys["Sex"].eq("male").all() and boys["Age"].max() < 15
    known = PEOPLE.dropna(subset="Age").sample(frac=1, random_state=0)
    train, test = known[:357], known[357:]
    own = test["Title"].map(train.groupby("Title")["Age"].median()).fillna(train["Age"].median())
    off = [(test["Age"] - guess).abs().mean() for guess in (own, train["Age"].median())]
    assert UP[better] * (off[1] - off[0]) > 0.5


def test_who_learns():
    learns, nothing = page_says(PAGE, "An imputer learns in `{fit|transform}`, and nothing in `{transform|fit}`")
    first, second = page_says(PAGE, "`{fit|transform}` learns from rows, `{transform|fit}` applies what was learned")
    last = page_says(PAGE, "where no age with that title was seen, by that of {all|nobody}")
    imputer = find("title-median").reference
    train, test = PEOPLE[:400], PEOPLE[400:]
    whole = imputer().fit(train).transform(test)["Age"]
    alone = pd.concat([imputer().fit(train).transform(test.iloc[i:i + 5]) for i in range(0, 60, 5)])["Age"]
    changed = not whole[:60].equals(alone), not whole.equals(imputer().fit(test).transform(test)["Age"])
    assert dict(zip(("transform", "fit"), changed)) == {nothing: False, learns: True}
    assert (first, second) == (learns, nothing)
    odd = test[:1].assign(Name="Doe, Xyz. A", Age=np.nan)
    assert (imputer().fit(train).transform(odd)["Age"].item() == train["Age"].median()) == (last == "all")


def test_what_filling_bends():
    more, than, often = page_says(PAGE, "A fifth of the list is gone, {more|less} of the {third|first} class than of "
                                  "the first, so those who are kept survived {more|less} often")
    gap = PEOPLE["Age"].isna().groupby(PEOPLE["Pclass"]).mean()
    assert UP[more] * (gap[{"third": 3, "first": 1}[than]] - gap[1]) > 0
    assert UP[often] * (fill_ages("drop the rows").survived.mean() - PEOPLE["Survived"].mean()) > 0
    every, commonest = page_says(PAGE, "puts {every|hardly any} filled age into one bin, as if that age had been by "
                                 "far the {commonest|rarest}")
    bars, tallest = page_says(PAGE, "makes several {smaller|larger} bars, the tallest at the median of {Mr|Mrs|Miss}.")
    one, many = fill_ages("median of all"), fill_ages("median of the title")
    filled, count = np.unique(one.age[~one.known], return_counts=True)
    ages, counts = np.unique(one.age, return_counts=True)
    assert (len(filled) == 1) == (every == "every") and counts.max() > 5 * np.sort(counts)[-2]
    assert (ages[counts.argmax()] == filled[0]) == (commonest == "commonest")
    several, each = np.unique(many.age[~many.known], return_counts=True)
    assert len(several) > 2 and (UP[bars] * (each - count[0]) > 0).all()
    assert several[each.argmax()] == PEOPLE.loc[PEOPLE["Title"] == tallest, "Age"].median()


def test_logistic_regression():
    likely = page_says(PAGE, "so that the observed outcomes become {likely|unlikely};")
    sign, side = page_says(PAGE, "where the score is {positive|negative}, the chance {above|below} one half")
    X, y = pd.get_dummies(PEOPLE[["Sex", "Pclass"]].astype(str), dtype=float).to_numpy(), PEOPLE["Survived"].to_numpy()
    model = LogisticRegression(C=np.inf).fit(X, y)
    score = model.decision_function(X)
    assert (model.predict(X) == (UP[sign] * score > 0)).all()
    assert (model.predict(X) == (UP[side] * (1 / (1 + np.exp(-score)) - 0.5) > 0)).all()

    def fit(s):
        return -np.logaddexp(0, np.where(y == 1, -s, s)).sum()
    assert all(UP[likely] * (fit(score) - fit(score + X @ RNG.normal(0, 0.3, X.shape[1]))) > 0 for _ in range(50))


def test_pipelines_and_folds():
    alone = page_says(PAGE, "fitted on training rows, it learns all its steps from {them alone|all rows}")
    part, others, not_ = page_says(PAGE, "Each fold is the {test|training} part once, while the pipeline is fitted on "
                                   "the {nine|ten} others, so every row is answered by a model that has {not|just}")
    column = np.array([[1.0], [np.nan], [3], [500]])
    chain = make_pipeline(SimpleImputer(), LogisticRegression()).fit(column[:3], [0, 1, 1])
    assert (chain[0].statistics_[0] == 2) == (alone == "them alone")
    tested = np.zeros(50, int)
    for train, test in KFold(10).split(tested):
        assert set(train).isdisjoint(test) == (not_ == "not") and len(train) == {"nine": 9, "ten": 10}[others] * 5
        tested[test if part == "test" else train] += 1
    assert (tested == 1).all()


def test_leaks_and_shuffled_outcomes():
    alone, no = page_says(PAGE, "Most passengers are {alone|in company} on their ticket; for them the feature *is* the "
                          "outcome, and {no|all} folds can protect")
    assert ((MATES == 1).mean() > 0.5) == (alone == "alone")
    can = page_says(PAGE, "Shuffled outcomes can {prove|exclude} a leak, but never {exclude|prove} one:")
    recap = page_says(PAGE, "Shuffled outcomes can {prove|exclude} a leak, never {exclude|prove} one.")
    above, nothing = page_says(PAGE, "a score well {above|below} the constant proves a leak if nothing was chosen by "
                               "it, and a score at the constant proves {nothing|that there is none}")
    tells, unseen = page_says(PAGE, "tells {nothing|all} of the shuffled one, so it goes {unseen|unpunished}")
    y = PEOPLE["Survived"]
    shuffled = pd.Series(RNG.permutation(y), y.index)

    def score(feature, outcome):
        return cross_val_score(DecisionTreeClassifier(max_depth=2), feature.to_frame(), outcome, cv=KFold(5)).mean()
    constant = 1 - y.mean()
    made = [score(outcome.groupby(PEOPLE["Ticket"]).transform("mean"), outcome) for outcome in (y, shuffled)]
    given = [score(column, outcome) for column, outcome in ((y, y), (y, shuffled))]
    assert min(made) > constant + 0.15 and (no, above) == ("no", "above")
    assert given[0] == 1 and abs(given[1] - constant) < 0.05       # a leak that they do not show
    assert can == recap == ["prove", "exclude"] and [nothing, tells, unseen] == ["nothing", "nothing", "unseen"]
    sides = page_says(PAGE, "rows that belong together stand on {both|one} sides of a cut")
    i = np.arange(40)                   # twins: 0 and 1, 2 and 3, …
    met = {kind: np.isin(i[cut == 1] // 2, i[cut == 0] // 2).mean()
           for kind, cut in (("both", i % 2), ("one", i // 2 % 2))}
    assert met[sides] == 1 and sum(met.values()) == 1


def test_the_majority_is_the_best():
    best, more = page_says(PAGE, "the best answer is that of the {majority|minority}. So on these rows no model is "
                           "right {more|less} often than $A =")
    for _ in range(20):
        x, y = RNG.integers(0, 3, 8), RNG.integers(0, 2, 8)
        right = [np.mean(np.array(rule)[x] == y) for rule in itertools.product([0, 1], repeat=3)]
        A = ceiling(x.tolist(), y.tolist())[0]
        assert A == pytest.approx((max if more == "more" else min)(right))
        alive = np.bincount(x, y, 3) * 2 > np.bincount(x, minlength=3)
        assert (A == pytest.approx(np.mean(alive[x] == y))) == (best == "majority")


def test_leaving_one_out():
    tie = page_says(PAGE, "by “{died|survived}” at a tie or if there is no other")
    others, own = page_says(PAGE, "it is answered by the {majority|minority} of the *{others|row}* with its profile")
    side, wins, strict = page_says(PAGE, "The left-out row is missing on its {own|other} side, so the {other|own} side "
                                   "wins: at ties, leaving one out is too {strict|lenient}")
    assert ceiling(["a"], [1])[1] == (tie == "survived") and ceiling(["a"] * 3, [1, 1, 0])[1] == (
        0 if tie == "died" else 2 / 3)
    assert ceiling(["a"] * 5, [1] * 5)[1] == (others == "majority") and own == "others"
    fates = PEOPLE.query("Sex == 'female' and Pclass == 3")["Survived"].to_numpy()
    told = np.array([fates[rest].mean() > 0.5 for rest, _ in LeaveOneOut().split(fates)])
    assert np.mean(told == fates) == (0 if wins == "other" else 1) and side == "own"
    assert UP[strict] * (np.mean(told == fates) - 0.5) > 0      # a new row would be right in a half


def test_floor_and_ceiling():
    low, high = page_says(PAGE, "$A_{\\text{loo}}$ is a {floor|ceiling}, and $A$ a {ceiling|floor}")
    model = page_says(PAGE, "so our logistic regression gives a {floor|ceiling}, too")
    half, not_ = page_says(PAGE, "The {left|right} half holds for *every* model that sees only the profile and is "
                           "judged on rows it has {not|just} seen")
    least = page_says(PAGE, "so at {least|most} that of $h$, whose mean is $A^*$")
    eta = np.array([0.3, 0.5, 0.8, 0.9])
    best, found, fitted = np.maximum(eta, 1 - eta).mean(), [], []
    for seed in range(400):
        rng = np.random.default_rng(seed)
        x = rng.integers(0, 4, 16)
        y = (rng.random(16) < eta[x]).astype(int)
        found.append((*ceiling(x.tolist(), y.tolist()), np.mean((eta > 0.5)[x] == y)))
        w = np.linalg.lstsq(np.column_stack([np.ones(8), x[:8]]), y[:8])[0]     # a line, learned from one half
        fitted.append([np.mean((w[0] + w[1] * x[part] > 0.5) == y[part]) for part in (slice(8), slice(8, 16))])
    A, loo, h = np.array(found).T
    seen, unseen = np.mean(fitted, axis=0)
    assert UP[low] * (loo.mean() - best) > 0 and UP[high] * (A.mean() - best) > 0
    assert (UP[least] * (A - h) >= -1e-12).all()
    assert UP[model] * (unseen - best) > 0 and seen > best and (half, not_) == ("left", "not")
    between = page_says(PAGE, "what features can tell lies, on average, {between|outside} the left-out score and the")
    assert (loo.mean() < best < A.mean()) == (between == "between")


def test_chances_that_fit_a_group_without_survivors():
    few = page_says(PAGE, "with as {few|many} passengers as these, chances of a third would fit the data, too")
    large = page_says(PAGE, "chances of a {third|half} would fit the data, too")
    groups = PEOPLE.groupby("SibSp")["Survived"].agg(["sum", "size"]).query("sum == 0")
    ends = [wilson(0, n)[1] for n in groups["size"]]
    assert min(ends) > {"third": 1 / 3, "half": 1 / 2}[large]
    assert (wilson(0, 10 * groups["size"].min())[1] < 1 / 3) == (few == "few")


def test_where_to_take_wilsons_interval():
    small, extreme = page_says(PAGE, "For {small|large} groups, and for rates near {0 or 1|one half}, take Wilson's")

    def ahead(n, p):
        """Return how much nearer to 95 % the coverage is than that of the bootstrap, exactly."""
        k = np.arange(n + 1)
        intervals = {"wilson": np.array([wilson(a, n) for a in k]).T,
                     "bootstrap": np.array([binom.ppf(q, n, k / n) / n for q in (0.025, 0.975)])}
        off = {name: abs(binom.pmf(k, n, p)[(low <= p) & (p <= high)].sum() - 0.95)
               for name, (low, high) in intervals.items()}
        return off["bootstrap"] - off["wilson"]

    sizes, chances = np.array([6, 10, 14]), np.array([0.05, 0.1, 0.9])
    gain = {"small": np.mean([ahead(n, p) for n in sizes for p in (0.2, 0.35, 0.5)]),
            "large": np.mean([ahead(n, p) for n in 40 * sizes for p in (0.2, 0.35, 0.5)])}
    assert max(gain, key=gain.get) == small and gain[small] > 0
    gain = {"0 or 1": np.mean([ahead(30, p) for p in chances]), "one half": np.mean([ahead(30, p) for p in (0.4, 0.5, 0.6)])}
    assert max(gain, key=gain.get) == extreme and gain[extreme] > 0


def test_tickets_that_agree_are_worth_less():
    agree, differ = page_says("01b_titanic_features", "it {grows|shrinks} if fates agree ($\\rho > 0$), and "
                              "{shrinks|grows} if they tend to differ")
    rng = np.random.default_rng(0)
    spread = {}
    for rho in (0.5, 0.0, -0.9):        # two a ticket; the second copies the first or its opposite
        first = rng.integers(0, 2, (4000, 50))
        copied = rng.random(first.shape) < abs(rho)
        second = np.where(copied, first if rho > 0 else 1 - first, rng.integers(0, 2, first.shape))
        spread[rho] = np.var((first + second).mean(axis=1) / 2)
    assert UP[agree] * (spread[0.5] - spread[0.0]) > 0 and UP[differ] * (spread[-0.9] - spread[0.0]) > 0


def test_a_fifth_of_the_list_is_gone():
    share = page_says(PAGE, "A {fifth|third} of the list is gone")
    assert PEOPLE["Age"].isna().mean() == pytest.approx({"fifth": 1 / 5, "third": 1 / 3}[share], abs=0.01)
