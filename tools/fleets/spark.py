"""Runs the questions of docs/fleets.md by PySpark in local mode, and compares the answers with tools/fleets/answers.json.

    npx tsx tools/fleets/cli.ts --rows /tmp/rows      # writes the rows, and asks DuckDB
    python3 tools/fleets/spark.py /tmp/rows           # asks Spark the same

Needs Python 3, Java 17 or later and `pip install pyspark`. Ends with 1 where an answer differs.
"""

import json
import pathlib
import re
import sys

from pyspark.sql import SparkSession

here = pathlib.Path(__file__).resolve().parent
rows = pathlib.Path(sys.argv[1])
expected = json.loads((here / "answers.json").read_text())
text = (here.parent.parent / "docs" / "fleets.md").read_text()
questions = [code.strip() for code in re.findall(r"^```sql\n(.*?)^```$", text, re.S | re.M)]

spark = SparkSession.builder.master("local[*]").appName("fleets").getOrCreate()
for table in ("objects", "entries", "findings", "changes"):
    spark.read.parquet(str(rows / "parquet" / table)).createOrReplaceTempView(table)


def written(cell):
    """A cell as JavaScript writes it."""
    return str(cell).lower() if isinstance(cell, bool) else "null" if cell is None else str(cell)


wrong = 0
for sql in questions:
    answer = [[written(cell) for cell in row] for row in spark.sql(sql).collect()]
    if answer != expected.get(sql):
        wrong += 1
        print(f"{sql}\nanswers {answer}\nnot {expected.get(sql)}", file=sys.stderr)
print(f"{len(questions) - wrong} of {len(questions)} questions are answered as expected.")
sys.exit(1 if wrong or not questions else 0)
