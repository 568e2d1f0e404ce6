#!/usr/bin/env python3
"""`coreimage worker`, except that pictures whose name contains `poison` end it with SIGSEGV, as a faulty decoder would.

    poisoned_worker.py MARK COMMAND WORD…

MARK identifies the processes of a test.
"""

import os
import signal
import subprocess
import sys
import threading

child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE)
signal.signal(signal.SIGTERM, lambda *_: child.terminate())
is_poisoned = threading.Event()


def follow() -> None:
    """Ends this process as the command ended."""
    code = child.wait()
    if is_poisoned.is_set():
        os.kill(os.getpid(), signal.SIGSEGV)
    elif code < 0:
        os.kill(os.getpid(), -code)


threading.Thread(target=follow, daemon=True).start()
for line in sys.stdin.buffer:
    if b"poison" in line:
        # The command itself is killed: with SIGSEGV it would write a backtrace first, if a toolchain is installed.
        is_poisoned.set()
        child.kill()
        threading.Event().wait()
    try:
        child.stdin.write(line)
        child.stdin.flush()
    except BrokenPipeError:
        break
child.stdin.close()
sys.exit(child.wait())
