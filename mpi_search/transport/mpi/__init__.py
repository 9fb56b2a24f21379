"""Real ranks: the same state machines as on the virtual cluster, one in each process, under `mpiexec` or `mpirun`.

mpiexec     which launcher starts ranks, and what it must be told
world       the only file that imports mpi4py: ranks, hosts, barriers, memory shared by a host
channel     where messages are handed to MPI and read from it
driver      real time: how a rank takes its turns
idle        how a rank waits without keeping its core busy
memory      named arrays laid out in one piece of memory
host        what the ranks of a host have together: compiled code, the table, memory
together    one search of the whole cluster
failure     what becomes of an exception in one rank: it ends the whole job
"""
