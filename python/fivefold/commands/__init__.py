"""The commands of the command line, one module each: `EXAMPLES`, `add_arguments`, `run`."""
