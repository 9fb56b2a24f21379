"""From a question to its answer: what stands behind the commands."""
