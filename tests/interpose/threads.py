"""Threads, queues, timeouts, processes and signals of the Python interpreter."""
import multiprocessing
import os
import queue
import signal
import subprocess
import sys
import threading
import time


def check(condition, what):
    if not condition:
        sys.exit(f"threads.py: {what}")


def queues():
    values = queue.Queue(maxsize=4)
    sums = []

    def take():
        total = 0
        while (value := values.get()) is not None:
            total += value
        sums.append(total)

    team = [threading.Thread(target=take) for _ in range(4)]
    for each in team:
        each.start()
    for value in range(2000):
        values.put(value)
    for _ in team:
        values.put(None)
    for each in team:
        each.join()
    check(sum(sums) == 2000 * 1999 // 2, "a value was lost")


def timeouts():
    lock = threading.Lock()
    lock.acquire()
    begin = time.monotonic()
    check(not lock.acquire(timeout=0.05), "a locked lock was acquired")
    check(time.monotonic() - begin >= 0.05, "a wait was too short")
    check(not threading.Event().wait(0.02), "an event was set")
    condition = threading.Condition()
    with condition:
        check(not condition.wait(0.02), "a condition was notified")


def signals():
    class interrupted(Exception):
        pass

    raised = []

    def interrupt(*_):
        if not raised:
            raised.append(True)
            raise interrupted

    def send():  # a signal before the wait sleeps has no effect, so there are many
        while not raised:
            time.sleep(0.02)
            signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)

    signal.signal(signal.SIGUSR1, interrupt)
    lock = threading.Lock()
    lock.acquire()
    sender = threading.Thread(target=send)
    try:
        sender.start()
        lock.acquire(timeout=60)
        check(False, "a signal did not interrupt a wait")
    except interrupted:
        pass
    sender.join()


def child(connection):
    with threading.Lock():
        connection.send(os.getpid())


def processes():
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    process = context.Process(target=child, args=(there,))
    process.start()
    check(here.recv() == process.pid, "the child did not answer")
    process.join()
    check(process.exitcode == 0, "the child failed")
    with context.Pool(2) as pool:
        check(pool.map(abs, range(-50, 0)) == list(range(50, 0, -1)), "a pool lost a result")
    check(subprocess.run(["true"], check=False).returncode == 0, "a program could not be run")


queues()
timeouts()
signals()
processes()
print("all passed")
