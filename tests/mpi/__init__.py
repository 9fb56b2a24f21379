"""Tests that run under mpiexec, a pytest in every rank. tests/transport/test_under_mpiexec.py starts them."""
