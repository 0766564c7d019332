"""A slow phone: Slow 4G and a processor four times slower, both by the browser's own protocol.

Bars of time are printed, and asserted at three times their value: a machine that does something
else meanwhile is no slower page.
"""

from playwright.sync_api import CDPSession, Page

# "Slow 4G" as browsers' own tools throttle it: every answer begins half a second late.
SLOW_4G = {
    "offline": False,
    "latency": 150 * 3.75,
    "downloadThroughput": 1638.4 * 1024 / 8 * 0.9,
    "uploadThroughput": 750 * 1024 / 8 * 0.9,
}
SLOWER_CPU = 4
# How long WORK takes on the machine the bars were set on. The phone that is meant is as slow on
# every machine: on one that is slower itself less is taken away.
WORK_MS = 90
WORK = """() => {
  const times = [];
  for (let run = 0; run < 7; run += 1) {
    const start = performance.now();
    let sum = 0;
    for (let i = 0; i < 20000000; i += 1) sum = (sum * 31 + i) % 1000003;
    times.push(performance.now() - start);
    if (sum < 0) throw new Error("never");
  }
  return Math.min(...times);
}"""
SLACK = 3
LARGEST_PAINT = """
    () => new Promise((done, fail) => {
        setTimeout(() => fail('nothing was painted'), 120000);
        new PerformanceObserver(seen => done(seen.getEntries().at(-1).startTime))
            .observe({ type: 'largest-contentful-paint', buffered: true });
    })
"""


def slow_down(page: Page, *, network: bool = True) -> CDPSession:
    """From now on, until the session is detached."""
    session = page.context.new_cdp_session(page)
    rate = max(1.0, SLOWER_CPU * WORK_MS / page.evaluate(WORK))
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    if network:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_4G)
    return session


def seconds_to_see(page: Page, url: str, *, forget: bool = True) -> float:
    """The largest contentful paint of a page; `forget` what the browser kept of it."""
    page.goto("about:blank")
    session = slow_down(page)
    if forget:
        session.send("Network.clearBrowserCache")
    page.goto(url)
    seconds = float(page.evaluate(LARGEST_PAINT)) / 1000
    session.detach()
    return seconds


def verify_soon(name: str, taken: float, goal: float, unit: str) -> None:
    """Say it beside its goal, and fail far behind it."""
    print(
        f"\n{name}: {taken:.2f} {unit} (goal {goal:g}, CPU slowed {SLOWER_CPU} times)", flush=True
    )
    assert taken <= SLACK * goal, name
