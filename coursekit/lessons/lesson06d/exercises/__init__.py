"""The exercises of lesson 06d, in the order of the notebook."""
from coursekit.lessons.lesson06d.exercises.bag_or_not import BAG
from coursekit.lessons.lesson06d.exercises.out_of_bag import OUT_OF_BAG
from coursekit.lessons.lesson06d.exercises.vote import VOTE

EXERCISES = (VOTE, BAG, OUT_OF_BAG)
