"""The scheduling policies of the literature: one file, one paper."""

from __future__ import annotations

from mpi_search.policies.abdada import ABDADA
from mpi_search.policies.dts import DynamicTreeSplitting
from mpi_search.policies.jamboree import Jamboree
from mpi_search.policies.policy import Policy
from mpi_search.policies.pvsplit import PVSplit
from mpi_search.policies.root import RootSplitting
from mpi_search.policies.ybwc import YBWC

POLICIES: dict[str, Policy] = {
    policy.name: policy for policy in (RootSplitting(), PVSplit(), YBWC(), Jamboree(), DynamicTreeSplitting(), ABDADA())
}
