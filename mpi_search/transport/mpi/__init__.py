"""Real ranks: the same state machines as on the virtual cluster, one in each process, under `mpiexec` or `mpirun`.

launcher    what the environment says about the launcher; needs no MPI
world       the only file that imports mpi4py: ranks, hosts, messages as bytes, memory shared by a host
memory      named arrays laid out in one piece of memory
idle        how a rank waits without keeping its core busy
seat        the loop that feeds events to a rank and obeys its actions
job         one search of the whole cluster, from compiling to the answer
failure     what becomes of an exception in one rank: it ends the whole job
"""
