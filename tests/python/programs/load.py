"""A program from outside: loads JSON lines, builds, pages through all matches, changes a thousand rows and finds them.

Takes the address of an installation, a management key and a number of rows. Prints its figures as JSON.
"""

import json
import random
import sys
import tempfile
import time
from pathlib import Path

from antecede import Antecede

WORDS = [first + last for first in ("ba", "ke", "li", "mo", "nu", "pra", "sto", "vi") for last in
         ("der", "fin", "gal", "hon", "kert", "lim", "nad", "pol", "rus", "tem")]
CHANGED = 1_000


def text(number: int) -> str:
    choose = random.Random(number)
    return " ".join(choose.choices(WORDS, k=40))


def main(address: str, management_key: str, count: int) -> None:
    figures: dict[str, float] = {"rows": count}
    began = time.perf_counter()

    def lap(name: str) -> None:
        nonlocal began
        now = time.perf_counter()
        figures[name] = round(now - began, 2)
        began = now

    with Antecede(address, management_key) as client, tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "load.jsonl")
        with file.open("w") as lines:
            for number in range(count):
                row = {"id": f"r{number}", "kind": f"k{number % 7}", "text": text(number)}
                lines.write(json.dumps(row) + "\n")
        lap("write_seconds")
        client.upload(file)
        lap("upload_seconds")
        client.create_index("load", "load.jsonl", text="text")
        built = client.wait_for_index("load")
        figures["built_rows"] = built["rows"]
        lap("build_seconds")

        key = client.create_key("load", changes_rows=True)["api_key"]
        with client.index("load", key) as index:
            ids = {hit["id"] for hit in index.hits(sort="rows", fields=["id"])}
            figures["paged_rows"] = len(ids)
            lap("paging_seconds")
            changed = [
                {"id": f"r{number}", "kind": "changed", "text": f"{text(number)} novelmark"}
                for number in range(min(CHANGED, count))
            ]
            index.upsert(changed, key="id")
            first = index.search("novelmark", maxNumItems=1)
            figures["changed_rows"] = first["totalFoundItems"]
            lap("change_and_find_seconds")
        client.delete_index("load")
        client.delete_datasets(["load.jsonl"])
    print(json.dumps(figures))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
