"""The exercise of the start page: how exercises work."""
from coursekit.exercises.answers import Number
from coursekit.exercises.model import Exercise, Wrong

EXERCISES = (
    Exercise(
        id="00.1", title="A warm-up", variable="mean_of_three", read=Number(),
        reference=lambda: sum([2, 4, 9]) / 3,
        wrong=(
            Wrong("sum", 15, "That is the sum. How many numbers share it?"),
            Wrong("median", 4, "That is the median, the number in the middle. "
                               "The mean also hears how large the others are."),
            Wrong("divided by n - 1", 7.5, "You divided by one less than the number of values; "
                                           "that belongs to a variance, not to a mean."),
            Wrong("midrange", 5.5, "That is halfway between the smallest and the largest number. "
                                   "The one between them counts as well."),
            Wrong("geometric mean", 72 ** (1 / 3), "You multiplied and took a root: the geometric "
                                                   "mean. The usual mean adds."),
        ),
        hints=("A mean shares the total equally.", "Add the three numbers, then divide by how many "
               "they are.", "mean_of_three = (2 + 4 + ...) / ..."),
        solution="mean_of_three = (2 + 4 + 9) / 3",
        explanation="The sum, shared by as many as there are numbers.",
        nudge="Not yet. Add the numbers, then share the sum equally.",
    ),
)
