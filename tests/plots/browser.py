"""A headless Chromium, driven through chromedriver by the WebDriver protocol."""

import json
import shutil
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def why_not():
    """Returns what is missing to start a browser; nothing if all is installed."""
    missing = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    return f"{' and '.join(missing)} not installed: scripts/setup --with-tests installs chromium and chromium-driver" if missing else None


class Browser:
    def __init__(self, width, height, dark=False):
        self._driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        port = None
        for line in self._driver.stdout:
            if "started successfully on port" in line:
                port = int(line.rstrip(". \n").split()[-1])
                break
        self._address = f"http://127.0.0.1:{port}"
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--window-size={width},{height}",
                   "--host-resolver-rules=MAP * ~NOTFOUND"]
        capabilities = {"browserName": "chrome", "goog:chromeOptions": {"args": options}, "goog:loggingPrefs": {"browser": "ALL"}}
        try:
            self._session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})["sessionId"]
        except BaseException:
            self._driver.kill()
            raise
        # Headless windows are at least 500 pixels wide; a phone is narrower.
        self.command("Emulation.setDeviceMetricsOverride",
                     {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
        self.command("Emulation.setEmulatedMedia",
                     {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def _call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from None

    def _in_session(self, method, path, body=None):
        return self._call(method, f"/session/{self._session}{path}", body)

    def command(self, name, parameters):
        return self._in_session("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def open(self, file):
        self._in_session("POST", "/url", {"url": file.as_uri()})

    def run(self, script, *arguments):
        return self._in_session("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self._in_session("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self._in_session("POST", f"/element/{self.find(selector)}/click", {})

    def type(self, selector, text):
        self._in_session("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def messages(self):
        """Returns the console messages since the last call."""
        return self._in_session("POST", "/se/log", {"type": "browser"})

    def screenshot(self, whole_page=False):
        return self.command("Page.captureScreenshot", {"captureBeyondViewport": whole_page})["data"]

    def close(self):
        try:
            self._in_session("DELETE", "")
        finally:
            self._driver.terminate()
            self._driver.wait()
            self._driver.stdout.close()


def wait_until(condition, seconds=60):
    """Waits for the condition; a loaded machine may take its time. Returns whether it became true."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True
