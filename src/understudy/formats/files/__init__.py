"""Opening files: paths, standard input, pipes, compression."""
