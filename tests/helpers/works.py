"""The works that docstrings and pages cite: surnames, year, title. Others are slips."""
from __future__ import annotations

from typing import NamedTuple


class Work(NamedTuple):
    """A paper or a book."""

    authors: tuple[str, ...]
    year: str
    title: str


LIST = """
Agresti, Min | 2005 | Simple improved confidence intervals for comparing matched proportions
Aizerman, Braverman, Rozonoer | 1964 | Theoretical foundations of the potential function method in pattern recognition learning
Akaike | 1974 | A new look at the statistical model identification
Albert, Anderson | 1984 | On the existence of maximum likelihood estimates in logistic regression models
Alpaydin, Kaynak | 1998 | Optical Recognition of Handwritten Digits
Ambroise, McLachlan | 2002 | Selection bias in gene extraction on the basis of microarray gene-expression data
Arlot, Celisse | 2010 | A survey of cross-validation procedures for model selection
Aronszajn | 1950 | Theory of reproducing kernels
Barber | 2012 | Bayesian Reasoning and Machine Learning
Bates, Hastie, Tibshirani | 2024 | Cross-validation: what does it estimate and how well does it do it?
Becker, Kohavi | 1996 | Adult
Bengio, Grandvalet | 2004 | No unbiased estimator of the variance of K-fold cross-validation
Bennett, Bredensteiner | 2000 | Duality and Geometry in SVM Classifiers
Boser, Guyon, Vapnik | 1992 | A training algorithm for optimal margin classifiers
Bottou, Bousquet | 2008 | The tradeoffs of large scale learning
Bottou, Lin | 2007 | Support vector machine solvers
Bouckaert, Frank | 2004 | Evaluating the replicability of significance tests for comparing learning algorithms
Boyd, Vandenberghe | 2004 | Convex Optimization
Breiman, Friedman, Olshen, Stone | 1984 | Classification and Regression Trees
Breiman | 1996 | Bagging predictors
Breiman | 2001 | Random forests
Brier | 1950 | Verification of forecasts expressed in terms of probability
Brown, Cai, DasGupta | 2001 | Interval estimation for a binomial proportion
Burges | 1998 | A tutorial on support vector machines for pattern recognition
Burges, Crisp | 1999 | Uniqueness of the SVM solution
Cawley, Talbot | 2010 | On over-fitting in model selection and subsequent selection bias in performance evaluation
Clark, Boswell | 1991 | Rule induction with CN2: some recent improvements
Clark, Niblett | 1989 | The CN2 induction algorithm
Clopper, Pearson | 1934 | The use of confidence or fiducial limits illustrated in the case of the binomial
Cohen | 1995 | Fast effective rule induction
Collins, Duffy | 2002 | Convolution kernels for natural language
Cortes, Vapnik | 1995 | Support-vector networks
Cover | 1965 | Geometrical and statistical properties of systems of linear inequalities with applications in pattern recognition
Crammer, Singer | 2001 | On the algorithmic implementation of multiclass kernel-based vector machines
Cristianini, Shawe-Taylor | 2000 | An Introduction to Support Vector Machines
Davison, Hinkley | 1997 | Bootstrap Methods and their Application
DeCoste, Schölkopf | 2002 | Training invariant support vector machines
Demšar | 2006 | Statistical comparisons of classifiers over multiple data sets
Efron | 1979 | Bootstrap methods: another look at the jackknife
Elkan | 2001 | The foundations of cost-sensitive learning
Fan, Chen, Lin | 2005 | Working set selection using second order information for training support vector machines
Ferris, Munson | 2003 | Interior-point methods for massive support vector machines
Fisher | 1936 | The use of multiple measurements in taxonomic problems
Fisher | 1958 | On grouping for maximum homogeneity
Forsyth | 1990 | Zoo
Friedman | 2001 | Greedy function approximation: a gradient boosting machine
Fürnkranz, Gamberger, Lavrač | 2012 | Foundations of Rule Learning
Gneiting, Raftery | 2007 | Strictly proper scoring rules, prediction, and estimation
Gärtner, Flach, Wrobel | 2003 | On graph kernels: hardness results and efficient alternatives
Gärtner | 2003 | A survey of kernels for structured data
Goodfellow, Bengio, Courville | 2016 | Deep Learning
Goulart, Chen | 2024 | Clarabel: an interior-point solver for conic programs with quadratic objectives
Hajek | 1988 | Cooling schedules for optimal annealing
Hastie, Tibshirani | 1998 | Classification by pairwise coupling
Hastie, Tibshirani, Friedman | 2009 | The Elements of Statistical Learning
Higham | 2002 | Accuracy and stability of numerical algorithms
Hoerl, Kennard | 1970 | Ridge regression: biased estimation for nonorthogonal problems
Hothorn, Hornik, Zeileis | 2006 | Unbiased recursive partitioning: a conditional inference framework
Hsu, Chang, Lin | 2003 | A Practical Guide to Support Vector Classification
Hsu, Lin | 2002 | A comparison of methods for multiclass support vector machines
Huffman | 1952 | A method for the construction of minimum-redundancy codes
Jaakkola, Haussler | 1998 | Exploiting generative models in discriminative classifiers
James, Witten, Hastie, Tibshirani | 2013 | An Introduction to Statistical Learning
Joachims | 1998 | Making large-scale SVM learning practical
Joachims | 2006 | Training linear SVMs in linear time
Karush | 1939 | Minima of functions of several variables with inequalities as side constraints
Kaufman, Rosset, Perlich, Stitelman | 2012 | Leakage in data mining: formulation, detection, and avoidance
Keerthi, Gilbert | 2002 | Convergence of a generalized SMO algorithm for SVM classifier design
Keerthi, Lin | 2003 | Asymptotic behaviors of support vector machines with Gaussian kernel
Keerthi, Shevade, Bhattacharyya, Murthy | 2001 | Improvements to Platt's SMO algorithm for SVM classifier design
Kirkpatrick, Gelatt, Vecchi | 1983 | Optimization by simulated annealing
Kish | 1965 | Survey Sampling
Kondor, Lafferty | 2002 | Diffusion kernels on graphs and other discrete input spaces
Kuhn, Tucker | 1951 | Nonlinear programming
LeCun, Boser, Denker | 1990 | Handwritten digit recognition with a back-propagation network
Lee, Lin, Wahba | 2004 | Multicategory support vector machines
Leslie, Eskin, Noble | 2002 | The spectrum kernel: a string kernel for SVM protein classification
Lin, Lin, Weng | 2007 | A note on Platt's probabilistic outputs for support vector machines
Liang, Zeger | 1986 | Longitudinal data analysis using generalized linear models
Lippert, Rifkin | 2006 | Infinite-σ limits for Tikhonov regularization
Lodhi, Saunders, Shawe-Taylor, Cristianini, Watkins | 2002 | Text classification using string kernels
Mangasarian, Musicant | 1999 | Successive overrelaxation for support vector machines
Mehrotra | 1992 | On the implementation of a primal-dual interior point method
Mercer | 1909 | Functions of positive and negative type, and their connection with the theory of integral equations
Metropolis, Rosenbluth, Rosenbluth, Teller, Teller | 1953 | Equation of state calculations by fast computing machines
Michalski | 1969 | On the quasi-minimal solution of the general covering problem
Moscovich, Rosset | 2022 | On the cross-validation bias due to unsupervised preprocessing
Murphy | 2012 | Machine Learning: A Probabilistic Perspective
Nadaraya | 1964 | On estimating regression
Nadeau, Bengio | 2003 | Inference for the generalization error
Newcombe | 1998 | Interval estimation for the difference between independent proportions: comparison of eleven methods
Neyman | 1934 | On the two different aspects of the representative method
Niculescu-Mizil, Caruana | 2005 | Predicting good probabilities with supervised learning
Nocedal, Wright | 2006 | Numerical Optimization
Novikoff | 1962 | On convergence proofs on perceptrons
Ojala, Garriga | 2010 | Permutation tests for studying classifier performance
Pagallo, Haussler | 1990 | Boolean feature discovery in empirical learning
Platt | 1998 | Sequential minimal optimization: a fast algorithm for training support vector machines
Platt | 1999 | Probabilistic outputs for support vector machines and comparisons to regularized likelihood methods
Quinlan, Cameron-Jones | 1995 | Oversearching and layered search in empirical learning
Quinlan, Rivest | 1989 | Inferring decision trees using the minimum description length principle
Quinlan | 1987 | Simplifying decision trees
Quinlan | 1993 | C4.5: Programs for Machine Learning
Quinlan | 1995 | MDL and categorical theories (continued)
Quinlan | 1996 | Improved use of continuous attributes in C4.5
Rahimi, Recht | 2007 | Random features for large-scale kernel machines
Rifkin, Klautau | 2004 | In defense of one-vs-all classification
Rissanen | 1978 | Modeling by shortest data description
Rivest | 1987 | Learning decision lists
Rosenblatt | 1958 | The perceptron: a probabilistic model for information storage and organization in the brain
Rubin | 1976 | Inference and missing data
Saunders, Gammerman, Vovk | 1998 | Ridge regression learning algorithm in dual variables
Schoenberg | 1938 | Metric spaces and positive definite functions
Schur | 1911 | Bemerkungen zur Theorie der beschränkten Bilinearformen mit unendlich vielen Veränderlichen
Schwarz | 1978 | Estimating the dimension of a model
Schölkopf, Burges, Vapnik | 1996 | Incorporating invariances in support vector learning machines
Schölkopf, Smola | 2002 | Learning with kernels
Shalev-Shwartz, Singer, Srebro, Cotter | 2011 | Pegasos: primal estimated sub-gradient solver for SVM
Shannon | 1948 | A mathematical theory of communication
Shawe-Taylor, Cristianini | 2004 | Kernel methods for pattern analysis
Smola, Schölkopf | 2004 | A tutorial on support vector regression
Strobl, Boulesteix, Zeileis, Hothorn | 2007 | Bias in random forest variable importance measures
Sutton, Barto | 1998 | Reinforcement Learning: an introduction
Suykens, Vandewalle | 1999 | Least squares support vector machine classifiers
Tukey | 1977 | Exploratory Data Analysis
Vapnik | 1995 | The nature of statistical learning theory
Varma, Simon | 2006 | Bias in error estimation when using cross-validation for model selection
Wainer, Cawley | 2021 | Nested cross-validation when selecting classifiers is overzealous for most practical applications
Wallace, Patrick | 1993 | Coding decision trees
Watson | 1964 | Smooth regression analysis
Westfall, Young | 1993 | Resampling-Based Multiple Testing
Wilks | 1938 | The large-sample distribution of the likelihood ratio for testing composite hypotheses
Wilson | 1927 | Probable inference, the law of succession, and statistical inference
Wu, Lin, Weng | 2004 | Probability estimates for multi-class classification by pairwise coupling
Zou, Donner | 2008 | Construction of confidence limits about effect measures
"""  # noqa: E501   a work is a line
WORKS = [Work(tuple(authors.split(", ")), year, title) for authors, year, title in
         (line.split(" | ") for line in LIST.strip().splitlines())]
