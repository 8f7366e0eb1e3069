"""The data are what `data/SOURCES.md` says, wherever they lie; the toys keep their promises."""
from __future__ import annotations

import hashlib
import inspect
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile
from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pandas.api.types import is_numeric_dtype
from scipy.optimize import linprog
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

from coursekit import datasets
from coursekit.datasets import files
from fixtures.usps import FILE, load_usps
from night import nightly

ROOT = pathlib.Path(__file__).parents[2]
TABLES = {
    "titanic": (datasets.load_titanic, (891, 12), {"Age": 177, "Cabin": 687, "Embarked": 2}),
    "ptitanic": (datasets.load_ptitanic, (1309, 6), {"age": 263}),
    "owls": (datasets.load_owls, (135, 5), {}),
    "zoo": (datasets.load_zoo, (101, 17), {}),
    "hypothyroid": (datasets.load_hypothyroid, (2514, 30),
                    {"sex": 91, "TSH": 256, "T3": 528, "TT4": 160, "T4U": 261, "FTI": 260,
                     "TBG": 2514}),
    "hypothyroid test": (partial(datasets.load_hypothyroid, "test"), (1258, 30),
                         {"age": 1, "sex": 59, "TSH": 113, "T3": 241, "TT4": 71, "T4U": 126,
                          "FTI": 125, "TBG": 1258}),
    "adult": (datasets.load_adult_counts, (123, 4), {}),
    "drug": (datasets.load_drug, (12, 4), {}),
    "iris": (datasets.load_iris, (150, 5), {}),
    "digits": (datasets.load_digits, (1797, 65), {}),
}
LEVELS = [
    ("titanic", "Survived", {0: 549, 1: 342}),
    ("titanic", "Sex", {"female": 314, "male": 577}),
    ("titanic", "Embarked", {"C": 168, "Q": 77, "S": 644}),
    ("ptitanic", "pclass", {"1st": 323, "2nd": 277, "3rd": 709}),
    ("ptitanic", "survived", {"died": 809, "survived": 500}),
    ("ptitanic", "sex", {"female": 466, "male": 843}),
    ("owls", "species", {"BarnOwl": 45, "LongEaredOwl": 45, "SnowyOwl": 45}),
    ("zoo", "type", {"mammal": 41, "bird": 20, "reptile": 5, "fish": 13, "amphibian": 4,
                     "insect": 8, "invertebrate": 10}),
    ("zoo", "legs", {0: 23, 2: 27, 4: 38, 5: 1, 6: 10, 8: 2}),
    ("hypothyroid", "class", {"negative": 2320, "compensated hypothyroid": 129,
                              "primary hypothyroid": 64, "secondary hypothyroid": 1}),
    ("hypothyroid test", "class", {"negative": 1161, "compensated hypothyroid": 65,
                                   "primary hypothyroid": 31, "secondary hypothyroid": 1}),
    ("drug", "drug", {"A": 6, "B": 6}),
    ("iris", "species", {"setosa": 50, "versicolor": 50, "virginica": 50}),
]
every_table = pytest.mark.parametrize("name", TABLES)


# --- what is in the files -------------------------------------------------------------------


@every_table
def test_shape_and_gaps(name):
    load, shape, gaps = TABLES[name]
    frame = load()
    missing = frame.isna().sum()
    assert frame.shape == shape
    assert missing[missing > 0].to_dict() == gaps


@every_table
def test_a_loader_tells_of_its_columns_and_of_no_number_that_is_not_so(name):
    """Sizes, levels, ends and what is missing; a year and bounds of classes are no entries."""
    parts = [TABLES[k] for k in TABLES if k.split()[0] == name.split()[0]]
    told = inspect.getdoc(parts[0][0])
    told = re.search(r"^Returns\n-+\n(.*?)(?=^\w+\n-{3,}|\Z)", told, re.M | re.S)[1]
    so = {"titanic": {1912}, "adult": {25, 40, 60, 48842}}.get(name, set())
    for frame in (load() for load, *_ in parts):
        so |= {*frame.shape, *frame.isna().sum()}
        for column in frame:
            levels = frame[column].value_counts()
            if is_numeric_dtype(frame[column]):
                so |= {frame[column].min(), frame[column].max()}
            if len(levels) <= 20:
                so |= {len(levels), *levels, *(k for k in levels.index if not isinstance(k, str))}
    assert {int(k) for k in re.findall(r"(?<![\w.])\d+(?![\w.])", told)} <= so
    if name != "digits":
        assert set(re.findall(r"``(\w+)``", told)) == set(TABLES[name][0]())
    for column, gaps in re.findall(r"``(\w+)`` \([^)]*?((?:\d+(?:,| and)? )+)missing", told):
        assert list(map(int, re.findall(r"\d+", gaps))) == [missing.get(column, 0)
                                                            for *_, missing in parts]


@pytest.mark.parametrize(("name", "column", "counts"), LEVELS)
def test_levels_and_their_order(name, column, counts):
    values = TABLES[name][0]()[column]
    assert values.value_counts().to_dict() == counts
    if isinstance(values.dtype, pd.CategoricalDtype):
        assert list(values.cat.categories) == list(counts)


def test_adult_levels_are_in_the_order_of_their_meaning():
    adult = datasets.load_adult_counts()
    assert list(adult["hours"].cat.categories) == ["part-time", "full-time", "overtime",
                                                   "workaholic"]
    education = list(adult["education"].cat.categories)
    assert len(education) == 16 and education[0] == "Preschool" and education[-1] == "Doctorate"
    assert education.index("12th") < education.index("HS-grad") < education.index("Bachelors")
    assert not adult[["education", "hours", "salary"]].isna().any(axis=None)


def test_adult_counts_give_the_golden_base_rate(golden):
    adult = datasets.load_adult_counts()
    rich = adult.loc[adult["salary"] == ">50K", "count"].sum() / adult["count"].sum()
    assert adult["count"].sum() == golden["lift"]["adult"]["n"]
    assert round(rich, 6) == golden["lift"]["adult"]["p_salary"]


def test_ptitanic_is_summarised_as_the_source_does(golden):
    frame = datasets.load_ptitanic()
    assert len(frame) == golden["cart_ptitanic"]["n"]
    age = frame["age"]
    assert age.isna().sum() == golden["cart_ptitanic"]["missing_age"]
    assert [round(x, 4) for x in (age.min(), age.median(), age.mean(), age.max())] == [
        0.1667, 28, 29.8811, 80]
    assert round(frame["sibsp"].mean(), 4) == 0.4989 and round(frame["parch"].mean(), 3) == 0.385


def test_owls_are_iris_in_disguise():
    owls = datasets.load_owls()
    iris = datasets.load_iris()
    swapped = iris[["sepal_width", "sepal_length", "petal_length", "petal_width"]]
    rows = set(map(tuple, swapped.to_numpy()))
    assert all(tuple(row) in rows for row in owls.iloc[:, :4].to_numpy())


def test_zoo_attributes_are_boolean_and_the_name_is_no_attribute():
    zoo = datasets.load_zoo()
    assert (zoo.drop(columns=["legs", "type"]).dtypes == "bool").all()
    assert zoo.index.name == "animal" and (zoo.index == "frog").sum() == 2
    assert zoo.loc["aardvark", "hair"] and not zoo.loc["aardvark", "feathers"]


def test_hypothyroid_parts_have_the_same_types():
    train, test = datasets.load_hypothyroid("train"), datasets.load_hypothyroid("test")
    assert train.dtypes.equals(test.dtypes)
    assert (train.dtypes == "float64").sum() == 7 and (train.dtypes == "object").sum() == 22
    with pytest.raises(ValueError, match="part must be one of .*'train', 'test'.*got 'all'"):
        datasets.load_hypothyroid("all")


def test_usps_is_ink_between_minus_one_and_one():
    """Those of the tests, listed with the others."""
    usps, raw = load_usps(), np.load(FILE)
    assert hashlib.sha256(FILE.read_bytes()).hexdigest()[:16] == listed_checksums()["usps.npz"]
    assert usps.X_train.shape == (7291, 256) and usps.X_test.shape == (2007, 256)
    assert usps.X_train.min() == -1 and usps.X_train.max() == 1 == usps.X_test.max()
    assert np.allclose((usps.X_test + 1) * 1000, raw["X_test"], atol=1e-3)
    assert np.array_equal(usps.y_train, raw["y_train"]) and set(usps.y_test) == set(range(10))
    assert usps.y_train.dtype == np.int64 and usps.X_train.dtype == np.float32


def test_iris_is_scikit_learns():
    from sklearn.datasets import load_iris
    iris, peer = datasets.load_iris(), load_iris()
    assert iris["petal_width"].tolist() == peer.data[:, 3].tolist()
    assert iris["species"].tolist() == peer.target_names[peer.target].tolist()


def test_digits_pixels_are_named_by_row_and_column():
    from sklearn.datasets import load_digits
    digits, peer = datasets.load_digits(), load_digits()
    assert digits["pixel_2_5"].tolist() == peer.images[:, 2, 5].tolist()
    assert digits["digit"].tolist() == peer.target.tolist()


@every_table
def test_every_column_is_documented(name):
    load = TABLES[name][0]
    text = inspect.getdoc(getattr(load, "func", load))
    columns = [c for c in load().columns if not c.startswith("pixel_")]
    assert [c for c in columns if f"``{c}``" not in text] == []
    assert f"{TABLES[name][1]}" in text and "Notes" in text


# --- how they are loaded --------------------------------------------------------------------


def frames_equal(a: pd.DataFrame, b: pd.DataFrame) -> bool:
    return a.equals(b) and a.dtypes.equals(b.dtypes) and a.index.equals(b.index)


@every_table
def test_a_changed_frame_leaves_the_next_one_unharmed(name):
    load = TABLES[name][0]
    first = load()
    untouched = first.copy(deep=True)
    first.iloc[:, 0] = first.iloc[::-1, 0].to_numpy()
    first.index = range(len(first))
    first["new"] = 1
    assert frames_equal(load(), untouched)


def test_changed_arrays_leave_the_next_ones_unharmed():
    datasets.load_shifts().wrong[:] = 7777
    assert datasets.load_shifts().wrong.max() < 1697
    for make in (datasets.make_and, datasets.make_xor, datasets.make_two_points):
        make()[0][:] = 7
        make()[1][:] = 7
        assert make()[0].max() <= 2 and set(make()[1]) == {-1, 1}


@pytest.mark.filterwarnings("ignore:.*infer_string")
@every_table
def test_types_do_not_depend_on_string_inference(name):
    load = TABLES[name][0]
    try:
        with pd.option_context("future.infer_string", False):
            old = load()
        with pd.option_context("future.infer_string", True):
            new = load()
    except (KeyError, ImportError, ValueError) as error:
        pytest.skip(f"this pandas cannot switch string inference: {error}")
    assert old.dtypes.equals(new.dtypes) and old.index.dtype == new.index.dtype


def test_scikit_learn_is_imported_only_when_needed():
    code = "import sys, coursekit.datasets as d; d.load_titanic(); print('sklearn' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "False"


# --- whether they are what they should be -----------------------------------------------------


def listed_checksums() -> dict[str, str]:
    """Return how the SHA-256 of each file begins, as the list of sources has it."""
    return dict(re.findall(r"^\| `(\S+\.\w+)` \|.*\| ([0-9a-f]{16}) \|$",
                           (ROOT / "data" / "SOURCES.md").read_text("utf-8"), re.MULTILINE))


def test_checksums_are_those_of_the_files():
    data = {f.name: hashlib.sha256(f.read_bytes()).hexdigest()
            for f in (ROOT / "data").iterdir() if f.suffix in (".csv", ".npz")}
    del data["scoreboard.csv"]      # computed by the course, see tests/library/test_scoreboard.py
    assert data == files.CHECKSUMS


def test_checksums_are_those_of_the_list_of_sources():
    listed = listed_checksums()
    assert {name: listed[name] for name in files.CHECKSUMS} \
        == {name: value[:16] for name, value in files.CHECKSUMS.items()}


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A copy of the data in which files may be spoilt."""
    shutil.copytree(ROOT / "data", tmp_path / "data")
    monkeypatch.setattr(files, "_places", lambda: [tmp_path / "nowhere", tmp_path / "data"])
    files.read_data.cache_clear()
    yield tmp_path / "data"
    files.read_data.cache_clear()


def test_an_untouched_copy_is_accepted(elsewhere):
    assert datasets.verify_data() == []


def test_an_altered_file_is_refused_by_name(elsewhere):
    content = (elsewhere / "owls.csv").read_bytes()
    (elsewhere / "owls.csv").write_bytes(content.replace(b"3.0", b"3.1", 1))
    with pytest.raises(datasets.DataFileError,
                       match=r"owls\.csv was altered.*expected 9670e772534bbe35.*git checkout"):
        datasets.load_owls()
    assert len(datasets.verify_data()) == 1 and "owls.csv" in datasets.verify_data()[0]
    (elsewhere / "owls.csv").write_bytes(content)
    assert len(datasets.load_owls()) == 135, "a restored file is accepted without a restart"


def test_a_missing_file_is_named(elsewhere):
    (elsewhere / "digit_shifts.npz").unlink()
    with pytest.raises(ValueError, match=r"shifts\.npz is missing: expected it in .*git checkout"):
        datasets.load_shifts()


def test_an_unknown_file_is_answered_with_the_known_ones():
    with pytest.raises(datasets.DataFileError, match=r"no data file 'mnist'.*'zoo\.csv'"):
        files.read_data("mnist")


# --- where they are loaded from ---------------------------------------------------------------

LOADERS = str(sum(name.startswith("load_") for name in dir(datasets)))
LOAD_ALL = """
import sys; sys.path.insert(0, sys.argv[1])
import coursekit.datasets as d
assert d.__file__.startswith(sys.argv[1]), d.__file__
assert d.verify_data() == [], d.verify_data()
loaded = [getattr(d, n)() for n in dir(d) if n.startswith("load_")]
print(len(loaded), len(d.load_hypothyroid("test")), len(d.load_shifts().plain))
"""


def load_all_from(archive: pathlib.Path, cwd: pathlib.Path) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-c", LOAD_ALL, str(archive)], cwd=cwd, timeout=120,
                          capture_output=True, text=True)


def zipped(target: pathlib.Path, *, spoil: str = "") -> pathlib.Path:
    """Write package and data as a wheel lays them out."""
    with zipfile.ZipFile(target, "w") as archive:
        package = ROOT / "coursekit"
        for source in [*package.glob("*.py"), *package.glob("datasets/*.py")]:
            archive.write(source, source.relative_to(ROOT))
        for source in (ROOT / "data").iterdir():
            content = source.read_bytes() + (b"\n" if source.name == spoil else b"")
            archive.writestr(f"coursekit/data/{source.name}", content)
    return target


def test_loaders_work_from_a_zip(tmp_path):
    done = load_all_from(zipped(tmp_path / "course.zip"), tmp_path)
    assert done.stdout.split() == [LOADERS, "1258", "2"], done.stderr


@nightly
def test_a_spoilt_zip_is_refused(tmp_path):
    done = load_all_from(zipped(tmp_path / "course.zip", spoil="zoo.csv"), tmp_path)
    assert done.returncode and "data file zoo.csv was altered" in done.stderr


@nightly
def test_the_wheel_is_pure_python_and_carries_the_data(tmp_path):
    pytest.importorskip("hatchling", reason="hatchling, which builds the wheel, is not installed")
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index",
                    "--no-build-isolation", "--wheel-dir", str(tmp_path), str(ROOT)],
                   check=True, cwd=tmp_path, timeout=120)
    wheel, = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.name.endswith("-py3-none-any.whl")
    assert {f"coursekit/data/{name}" for name in files.CHECKSUMS} <= set(names)
    assert not [n for n in names if n.endswith((".so", ".pyd", ".dll"))]
    done = load_all_from(wheel, tmp_path)
    assert done.stdout.split() == [LOADERS, "1258", "2"], done.stderr


# --- toys -------------------------------------------------------------------------------------

TOYS = {
    "and": (datasets.make_and, 4), "xor": (datasets.make_xor, 4),
    "two points": (datasets.make_two_points, 2), "linear": (datasets.make_linear_40, 40),
    "overlap": (datasets.make_overlap_60, 60), "stripes": (datasets.make_stripes, 40),
    "spirals": (datasets.make_spirals, 200),
}
seeds = st.integers(0, 2**31)


def along(X: np.ndarray) -> np.ndarray:
    return (4 * X[:, 0] - 3 * X[:, 1]) / 5


def separable(X: np.ndarray, y: np.ndarray) -> bool:
    """Is there a line with y (w x + b) >= 1 for all points? A linear program answers."""
    A = -y[:, None] * np.c_[X, np.ones(len(X))]
    return linprog(np.zeros(3), A_ub=A, b_ub=-np.ones(len(X)), bounds=(None, None)).status == 0


def line_accuracy(X: np.ndarray, y: np.ndarray) -> float:
    return LogisticRegression(C=100).fit(X, y).score(X, y)


@pytest.mark.parametrize("name", TOYS)
def test_toys_have_their_shape_and_stay_the_same(name):
    make, n = TOYS[name]
    X, y = make()
    assert X.shape == (n, 2) and X.dtype == float
    assert y.shape == (n,) and y.dtype == np.int64 and set(y) == {-1, 1}
    assert np.array_equal(X, make()[0]) and np.array_equal(y, make()[1])


@pytest.mark.parametrize("name", ["linear", "overlap", "stripes", "spirals"])
def test_another_seed_draws_other_points(name):
    make = TOYS[name][0]
    assert not np.array_equal(make(seed=11)[0], make(seed=12)[0])


def test_small_toys_are_written_out():
    assert [tuple(x) for x in datasets.make_and()[0]] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list(datasets.make_and()[1]) == [-1, -1, -1, 1]
    assert list(datasets.make_xor()[1]) == [-1, 1, 1, -1]
    assert [*map(tuple, datasets.make_two_points()[0])] == [(0, 0), (2, 2)]


@pytest.mark.parametrize(("name", "answer"), [("and", True), ("xor", False), ("two points", True),
                                              ("linear", True), ("overlap", False),
                                              ("stripes", False), ("spirals", False)])
def test_a_line_separates_what_it_should(name, answer):
    assert separable(*TOYS[name][0]()) == answer


def test_least_squares_misses_points_that_a_line_separates():
    X, y = datasets.make_linear_40()
    A = np.c_[np.ones(40), X]
    fitted = A @ np.linalg.lstsq(A, y, rcond=None)[0]
    assert np.sum(np.sign(fitted) != y) == 2


@settings(deadline=None, max_examples=20)
@given(seeds)
def test_the_linear_set_keeps_its_line_for_every_seed(seed):
    X, y = datasets.make_linear_40(seed)
    assert X.shape == (40, 2) and np.abs(X).max() <= 4
    assert np.min(y * along(X)) > 0.25 and y.sum() == 0


def test_the_overlap_set_is_the_one_of_the_published_figures():
    """Dual optimum 3.395 at C = 1, 54 points outside the margin, 3 on it, 3 inside."""
    X, y = datasets.make_overlap_60()
    model = SVC(kernel="linear", C=1, tol=1e-8).fit(X, y)
    alpha, w = np.abs(model.dual_coef_[0]), model.coef_[0]
    assert alpha.sum() - w @ w / 2 == pytest.approx(3.395, abs=5e-4)
    bound = np.isclose(alpha, 1)
    assert (60 - len(alpha), int(np.sum(~bound)), int(np.sum(bound))) == (54, 3, 3)


@settings(deadline=None, max_examples=20)
@given(st.floats(-50, 50), st.floats(0.5, 10))
def test_triangle_wave_climbs_from_nought_and_repeats(t, period):
    wave = partial(datasets.triangle_wave, period=period)
    assert wave(0) == pytest.approx(0, abs=1e-12)
    assert wave(period / 8) == pytest.approx(period / 8)
    assert wave(t + period) == pytest.approx(wave(t), abs=1e-9)
    assert wave(t + period / 2) == pytest.approx(-wave(t), abs=1e-9)


@settings(deadline=None, max_examples=20)
@given(seeds, st.sampled_from([2, 40, 100]), st.sampled_from([2.0, 3.0, 4.0]))
def test_stripes_are_flat_once_bent(seed, n, period):
    X, y = datasets.make_stripes(n, seed, period)
    assert X.shape == (n, 2) and y.sum() == 0 and X.min() >= -2 and X.max() <= 4
    assert np.min(y * datasets.triangle_wave(along(X), period)) > 0.249


@settings(deadline=None, max_examples=20)
@given(seeds, st.sampled_from([2, 60, 200]), st.sampled_from([0.4, 0.8, 1.5]))
def test_spirals_are_flat_in_polar_coordinates(seed, n, pitch):
    X, y = datasets.make_spirals(n, seed, pitch)
    r, angle = np.hypot(*X.T), np.arctan2(X[:, 1], X[:, 0])
    assert X.shape == (n, 2) and y.sum() == 0 and r.max() < 6
    assert np.min(y * np.cos(r / pitch - angle)) > 0.399


@pytest.mark.parametrize(("make", "curved"), [(datasets.make_stripes, 0.95),
                                              (datasets.make_spirals, 1.0)])
def test_a_curve_does_what_a_line_cannot(make, curved):
    X, y = make()
    assert line_accuracy(X, y) < 0.7
    assert SVC(kernel="rbf", gamma=0.5, C=1).fit(X, y).score(X, y) >= curved


@pytest.mark.parametrize(("call", "message"), [
    (partial(datasets.make_stripes, 7), "n must be an even number, got 7"),
])
def test_impossible_toys_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("step", [1, 2.5, 10])
def test_weather_follows_the_four_rules(step):
    weather = datasets.make_temperature_grid(step)
    for row in weather.itertuples():
        cold = row.temperature <= 20
        close = row.humidity > 50 and row.temperature > 35
        assert row.feeling == ("cold" if cold else "unbearable" if close else "comfortable")
    assert weather[["temperature", "humidity"]].max().tolist() == [50, 100]
    assert len(weather) == (50 / step + 1) ** 2 == len(weather.drop_duplicates())
    assert list(weather["feeling"].cat.categories) == ["cold", "comfortable", "unbearable"]


def test_a_file_that_may_not_be_read_is_a_data_file_error(tmp_path, monkeypatch):
    class Locked(type(tmp_path)):
        def read_bytes(self):
            raise PermissionError(13, "Permission denied")
    (tmp_path / "drug.csv").write_text("x")
    monkeypatch.setattr(files, "_places", lambda: [Locked(tmp_path)])
    with pytest.raises(datasets.DataFileError, match="drug.csv cannot be read .Permission denied"):
        files.read_data.__wrapped__("drug.csv")


def tables_told() -> list[tuple[str, int, int, str]]:
    """Return file, rows, columns and what is missing, as `data/SOURCES.md` has them."""
    text = (ROOT / "data" / "SOURCES.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+\.csv)` \| (\d+) × (\d+) \| (.*) \|", text, re.M)
    return [(file, int(n), int(p), rest.split(" | ")[1]) for file, n, p, rest in rows]


@pytest.mark.parametrize("file, n, p, missing", tables_told())
def test_a_file_is_as_large_as_its_source_says_and_misses_what_it_says(file, n, p, missing):
    frame = pd.read_csv(ROOT / "data" / file, dtype=str, keep_default_na=False)
    assert frame.shape == (n, p)
    empty = frame.isin(["", "NA", "?"]).sum()
    counts = dict(re.findall(r"(\w+) (\d+)", missing))
    if missing == "none" or counts:
        assert empty[empty > 0].to_dict() == {name: int(k) for name, k in counts.items()}


def test_every_file_of_records_has_its_size_told():
    assert {file for file, *_ in tables_told()} == {
        path.name for path in (ROOT / "data").glob("*.csv")
    } - {"adult_counts.csv", "scoreboard.csv"}
