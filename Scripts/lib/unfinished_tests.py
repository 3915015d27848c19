"""Prints the tests that started and didn't end, from a file with the events of Swift Testing: those that hang."""
import json
import sys

unfinished = set()
with open(sys.argv[1], encoding="utf-8", errors="replace") as events:
    for line in events:
        try:
            event = json.loads(line)["payload"]
        except (ValueError, KeyError):  # The last line of tests that were terminated may be incomplete.
            continue
        if event.get("kind") == "testStarted":
            unfinished.add(event["testID"])
        elif event.get("kind") in ("testEnded", "testSkipped"):
            unfinished.discard(event["testID"])
for test in sorted(unfinished):
    print("not finished:", test)
