"""Drives examples/service with real connections on loopback: requests, overload, the end, bad arguments."""

import asyncio
import re
import signal
import socket
import subprocess
import sys
import time
import unittest

PROGRAM = sys.argv.pop(1)
TIMEOUT = 30  # for anything that hangs


class Service:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([PROGRAM, "--port", "0", *arguments], stdout=subprocess.PIPE, text=True)
        self.port = int(re.fullmatch(r"listening on 127\.0\.0\.1:(\d+)\n", self.process.stdout.readline()).group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate(timeout=TIMEOUT)

    def end(self):
        """Returns its counts: accepted, answered, refused, late."""
        self.process.send_signal(signal.SIGTERM)
        output, _ = self.process.communicate(timeout=TIMEOUT)
        if self.process.returncode != 0:
            raise AssertionError(f"the service ended with {self.process.returncode}")
        return [int(number) for number in re.findall(r"\d+", output)]

    def ask(self, text):
        """Returns all that comes for one connection."""
        with socket.create_connection(("127.0.0.1", self.port), TIMEOUT) as client:
            client.sendall(text.encode())
            parts = []
            while part := client.recv(65536):
                parts.append(part)
        return b"".join(parts).decode()

    async def status(self, path="/"):
        """The status of one request on a connection of its own; 0 if there is no answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n".encode())
            answer = await asyncio.wait_for(reader.read(), TIMEOUT)
            return int(answer.split()[1]) if answer else 0
        finally:
            writer.close()


async def offer(service, rate, seconds):
    """An open loop: a request is sent at its time, whether or not the others are answered."""
    begin = time.monotonic()
    requests = []
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begin + number / rate - time.monotonic()))
        requests.append(asyncio.create_task(service.status()))
    statuses = await asyncio.gather(*requests)
    return statuses, time.monotonic() - begin


class ServiceTest(unittest.TestCase):
    def test_answers_requests_on_one_connection(self):
        with Service("--service-time", "1") as service:
            answers = service.ask("GET /a HTTP/1.1\r\n\r\nHEAD /b HTTP/1.1\r\n\r\nGET /c HTTP/1.1\r\nconnection: Close\r\n\r\n")
            self.assertEqual(answers.count("HTTP/1.1 200 OK"), 3)
            self.assertEqual(answers.count("answered by backend"), 2)  # none for HEAD
            self.assertIn("3 accepted, 3 answered, 0 refused", service.ask("GET /stats HTTP/1.0\r\n\r\n"))

    def test_refuses_what_is_no_request_without_a_body(self):
        with Service() as service:
            for text in ("nonsense\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", "GET x HTTP/1.1\r\n\r\n",
                         "GET / HTTP/1.1\r\nno field\r\n\r\n", "GET /" + "x" * 10000):
                self.assertTrue(service.ask(text).startswith("HTTP/1.1 400 "), text[:40])
            self.assertIn("405 ", service.ask("POST / HTTP/1.1\r\nConnection: close\r\n\r\n"))
            self.assertEqual(service.end()[0], 0)

    def test_overload_does_not_collapse_goodput(self):
        backends, service_time, seconds = 4, 0.02, 1.2
        capacity = backends / service_time
        goodput = 0
        for _ in range(3):  # a busy machine may stop for a moment
            with Service("--backends", str(backends), "--service-time", "20", "--deadline", "200") as service:
                statuses, elapsed = asyncio.run(offer(service, 1.5 * capacity, seconds))
                accepted, answered, refused, late = service.end()
            self.assertEqual(len(statuses), accepted)
            self.assertEqual(accepted, answered + refused + late)
            self.assertEqual([statuses.count(200), statuses.count(503), statuses.count(504)], [answered, refused, late])
            self.assertGreater(refused, 0)
            goodput = answered / elapsed
            if goodput > 0.6 * capacity:
                break
        self.assertGreater(goodput, 0.6 * capacity)

    def test_the_end_answers_or_refuses_every_request(self):
        async def ask_and_end(service, count):
            requests = [asyncio.create_task(service.status()) for _ in range(count)]
            while True:
                if f"{count} accepted" in await asyncio.to_thread(service.ask, "GET /stats HTTP/1.0\r\n\r\n"):
                    break
            counts = await asyncio.to_thread(service.end)
            return await asyncio.gather(*requests), counts

        with Service("--backends", "2", "--service-time", "300", "--deadline", "20000") as service:
            idle = socket.create_connection(("127.0.0.1", service.port), TIMEOUT)
            statuses, counts = asyncio.run(ask_and_end(service, 40))
            self.assertEqual(idle.recv(1), b"")
            idle.close()
        self.assertEqual(statuses.count(200) + statuses.count(503), 40)
        self.assertGreaterEqual(statuses.count(200), 2)
        self.assertGreaterEqual(statuses.count(503), 1)
        self.assertEqual(counts, [40, statuses.count(200), statuses.count(503), 0])

    def test_bad_arguments_get_a_clear_error(self):
        with socket.create_server(("127.0.0.1", 0)) as used:
            for arguments, expected in ((["--ports", "1"], "unknown argument '--ports'; see --help"),
                                        (["--port"], "--port needs a number; see --help"),
                                        (["--port", "65536"], "--port needs a number from 0 to 65535, not '65536'"),
                                        (["--backends", "x"], "--backends needs a number from 1 to 10000, not 'x'"),
                                        (["--deadline", "50"], "at least three times --service-time"),
                                        (["--port", str(used.getsockname()[1])], "choose another --port")):
                run = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=TIMEOUT, check=False)
                self.assertNotEqual(run.returncode, 0)
                self.assertIn(expected, run.stderr)
        usage = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, timeout=TIMEOUT, check=True)
        self.assertTrue(usage.stdout.startswith("Usage: "))


if __name__ == "__main__":
    unittest.main()
