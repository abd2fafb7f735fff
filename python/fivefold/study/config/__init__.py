"""The configuration of a study: read, checked, sweeps spread out."""

from .experiment import Experiment
from .study import Config, from_dict, read

__all__ = ["Config", "Experiment", "from_dict", "read"]
