"""The command line: thin over the library; one file a command."""
