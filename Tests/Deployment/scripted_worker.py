#!/usr/bin/env python3
"""Plays `coreimage worker`, and does what a job's `chain` says instead of processing a picture.

A job with the field `refuse` fails with that kind. A result is the bytes of the input between < and >. The file named
by SCRIPTED_LOG gets a line for each result.
"""

import json
import os
import queue
import signal
import sys
import threading
import time

SLOTS = int(os.environ.get("SCRIPTED_SLOTS", "2"))
jobs = queue.Queue()
lock = threading.Lock()
draining = False


def say(**answer):
    with lock:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def fail(job, kind):
    say(id=job["id"], ok=False, error={"kind": kind, "message": f"It is {kind}.", "remedy": "None."})


def once(name):
    """Whether it is the first time for this name, over all workers."""
    try:
        os.close(os.open(os.environ["SCRIPTED_LOG"] + "." + name, os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def act(job):
    if kind := job.get("refuse"):
        return fail(job, kind)
    verb, _, argument = job.get("chain", "").partition(" ")
    if verb == "sleep":
        time.sleep(float(argument))
    elif verb == "die":
        os.kill(os.getpid(), getattr(signal, argument))
        time.sleep(60)
    elif verb == "dieonce" and once(os.path.basename(job["output"])):
        os.kill(os.getpid(), getattr(signal, argument))
        time.sleep(60)
    elif verb == "hang":
        time.sleep(600)
    elif verb == "fail":
        return fail(job, argument)
    elif verb == "failonce" and once(os.path.basename(job["output"])):
        return fail(job, argument)
    elif verb == "mute":
        return say(id=None, ok=False, error={"kind": "malformed", "message": "It is unreadable.", "remedy": ""})
    elif verb == "babble":
        with lock:
            sys.stdout.write("no JSON\n")
            sys.stdout.flush()
    try:
        with open(job["input"], "rb") as file:
            content = file.read()
    except OSError:
        return fail(job, "input")
    if verb == "dieread":
        os.kill(os.getpid(), getattr(signal, argument))
        time.sleep(60)
    try:
        os.makedirs(os.path.dirname(job["output"]) or ".", exist_ok=True)
        part = f"{job['output']}.{os.getpid()}"
        with open(part, "wb") as file:
            file.write(b"<" + content + b">")
        os.replace(part, job["output"])
    except OSError:
        return fail(job, "output")
    with open(os.environ["SCRIPTED_LOG"], "a") as file:
        file.write(job["output"] + "\n")
    say(id=job["id"], ok=True, bytes=len(content) + 2, width=1, height=1, ms=0.1)


def slot():
    while (job := jobs.get()) is not None:
        fail(job, "draining") if draining else act(job)
        jobs.task_done()


def drain(*_):
    global draining
    if draining:
        os._exit(130)
    draining = True
    threading.Thread(target=lambda: (jobs.join(), os._exit(0)), daemon=True).start()


signal.signal(signal.SIGTERM, drain)
mode = os.environ.get("SCRIPTED_START", "")
if mode == "refuse":
    sys.exit(1)
say(health={"state": "ready", "protocol": 2 if mode == "other" else 1, "slots": SLOTS})
threads = [threading.Thread(target=slot, daemon=True) for _ in range(SLOTS)]
for thread in threads:
    thread.start()
for line in sys.stdin:
    jobs.put(json.loads(line))
for _ in threads:
    jobs.put(None)
for thread in threads:
    thread.join()
