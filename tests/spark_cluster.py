"""A Spark cluster on this machine, with workers in processes of their own, and ways to trouble it."""

import os
import signal
import sys
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch


@contextmanager
def cluster(workers=2, megabytes=1024, brief=False):
    """Start Spark as pip has installed it: it must be told where it is, which Python to use, and an address."""
    import pyspark
    from pyspark.sql import SparkSession

    variables = {
        "SPARK_HOME": str(Path(pyspark.__file__).parent),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
    }
    builder = SparkSession.builder.master(f"local-cluster[{workers},1,{megabytes}]").appName("understudy")
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.executor.memory": f"{megabytes}m",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.files.maxPartitionBytes": "4m",  # so that small files are partitions of their own
        "spark.task.maxFailures": "2",
    }
    if brief:  # for a few small jobs, most of the time goes into compiling
        java = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
        settings |= {"spark.driver.extraJavaOptions": java, "spark.executor.extraJavaOptions": java}
        settings |= {"spark.sql.codegen.wholeStage": "false", "spark.sql.adaptive.enabled": "false"}
    for name, value in settings.items():
        builder = builder.config(name, value)
    with patch.dict(os.environ, variables):
        session = builder.getOrCreate()
        session.sparkContext.setLogLevel("OFF")
        try:
            yield session
        finally:
            session.stop()


def killing_a_worker(df, marker, number):
    """The same DataFrame, but the row with this id kills the process that it is in, the first time it is read."""

    def passed(batches):
        for batch in batches:
            if number in batch.column("id").to_pylist() and not os.path.exists(marker):  # noqa: PTH110 - runs elsewhere
                open(marker, "x").close()  # noqa: PTH123
                daemon = os.getppid()  # of the Python workers; its parent is Spark's executor
                facts = dict(line.split(":\t", 1) for line in open(f"/proc/{daemon}/status"))  # noqa: PTH123, SIM115
                os.kill(int(facts["PPid"]), signal.SIGKILL)
            yield batch

    return df.mapInArrow(passed, df.schema)
