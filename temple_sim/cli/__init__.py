"""The command line: one file a command. The only layer that prints or exits."""
