"""The same rows on an engine that others have: Spark, a pool of processes, Dask, MPI."""
