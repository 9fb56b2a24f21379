"""Python that becomes machine code: how it is compiled, bit operations, instructions of one's own."""
