"""How events reach a rank and actions become real: on a virtual cluster in one process, or through MPI."""
