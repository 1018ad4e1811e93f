"""Processes: those that fork, in any state, and those that end while threads are at work."""

import os
import select
import signal
import subprocess
import sys
import tempfile
import textwrap
import unittest

BARE = "import multiprocessing, os, sys, threading, time, traceback\nimport cotan as ct\n"  # without NumPy
START = BARE + "import numpy as np\n"

# What a child does: compiles, runs, differentiates, and works on large arrays.
CHILD = """
def check(n=3):
    x = np.linspace(0.1, 1.0, 40 + n)
    f = ct.jit(lambda x: ct.sum(ct.sin(x) * n))
    np.testing.assert_allclose(f(x), np.sin(x).sum() * n, rtol=1e-12)
    np.testing.assert_allclose(ct.grad(f)(x), np.cos(x) * n, rtol=1e-12)
    np.testing.assert_allclose(ct.max(ct.exp(ct.ones(1 << 20))), np.e, rtol=1e-6)
    a = np.random.default_rng(n).random((200, 200))
    np.testing.assert_allclose(ct.matmul(a, a), a @ a, rtol=1e-9)
    return n

def fork(work=check):
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
"""

# What other threads do meanwhile, for ever.
BUSY = {
    "compile": """
        turn = 0
        while True:
            turn += 1
            f = ct.jit(lambda x: ct.sum(ct.cos(x) * turn))
            ct.grad(f)(ct.ones(5))
        """,
    "compile the same": """
        while True:
            shared(ct.ones(np.random.randint(1, 1 << 30) % 97 + 1))
        """,
    "run a loop": "long(10**15)",
    "run kernels": "wide(ct.ones(1 << 20))",
    "multiply": """
        a = ct.ones((700, 700))
        while True:
            a @ a
        """,
    "apply operations": """
        x = ct.ones(3)
        while True:
            x = x * 0.5 + 1
        """,
    "trace": """
        def body(i, a):
            for _ in range(3000):
                pass
            return a + i
        while True:
            ct.fori_loop(0, 3, body, 1.0)
        """,
    "fail": """
        while True:
            try:
                ct.ones((2, 3)) @ ct.ones((2, 3))
            except ct.Error:
                pass
        """,
}
FUNCTIONS = """
shared = ct.jit(lambda x: ct.sum(ct.exp(x)) * 2)
long = ct.jit(lambda n: ct.fori_loop(0, n, lambda i, a: a * 0.5 + 1.0, 1.0))
wide = ct.jit(lambda x: ct.fori_loop(0, 1 << 40, lambda i, a: ct.sin(a) * 1.5, x))
"""


def busy_threads(kinds):
    text = FUNCTIONS
    for n, kind in enumerate(kinds):
        text += f"def busy{n}():\n" + textwrap.indent(textwrap.dedent(BUSY[kind]), "    ") + "\n"
        text += f"threading.Thread(target=busy{n}, daemon=True).start()\n"
    return text


def check(test, program, done, status=0):
    """It said nothing and ended with the status."""
    test.assertEqual((done.returncode, done.stderr), (status, ""), f"{program}\n{done.stderr}")


def run(test, program, status=0, start=START):
    try:
        done = subprocess.run([sys.executable, "-c", start + program], capture_output=True, text=True, timeout=100)
    except subprocess.TimeoutExpired:
        test.fail(f"it hangs:\n{program}")
    check(test, program, done, status)


# Runs programs, each in a process of its own from its first use of Cotan to its end, which nothing follows here.
# They are forked, as it takes Python half a second to load Cotan.
SERVER = """
while True:
    program = bytes.fromhex(sys.stdin.readline())
    if not program:
        break
    child = os.fork()
    if child == 0:
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
exec(program)
"""


class Server:
    def __init__(self):
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([sys.executable, "-c", START + SERVER], text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=self.errors, start_new_session=True)

    def run(self, test, program, status=0):
        self.process.stdin.write(program.encode().hex() + "\n")
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], 100)[0]:
            os.killpg(self.process.pid, signal.SIGKILL)
            test.fail(f"it hangs:\n{program}")
        code = int(self.process.stdout.readline())
        self.errors.seek(0)
        check(test, program, subprocess.CompletedProcess([], code, stderr=self.errors.read()), status)

    def close(self):
        self.process.communicate()
        self.errors.close()


# Modules that are imported when they are first needed, and what needs them.
LATE = {"numpy": "ct.array([1.0])", "cotan._scalar_types": "ct.float32", "sysconfig": "ct.jit(lambda x: x)(1.0)",
        "cotan.lax": "ct.lax", "cotan._binary_functions": "ct.add.reduce",
        "cotan._views": "ct.ones(2).view('int32')",
        "difflib": "ct.jit(lambda x: x, static_argnames='y')"}


class Forking(unittest.TestCase):
    def test_before_any_use(self):
        run(self, CHILD + "fork()\ncheck()\n")

    def test_after_use(self):
        run(self, CHILD + "check()\nfork()\nfork()\ncheck(4)\n")

    def test_in_a_child_of_a_child(self):
        run(self, CHILD + "check()\nfork(lambda: (check(4), fork(lambda: check(5)), check(6)))\ncheck(7)\n")

    def test_while_other_threads_are_at_work(self):
        server = Server()
        self.addCleanup(server.close)
        for kinds in [["compile"], ["compile the same"] * 2, ["run a loop", "run kernels"], ["multiply"] * 2,
                      ["apply operations"] * 2, ["trace", "fail"], list(BUSY)]:
            with self.subTest(kinds):
                server.run(self, CHILD + busy_threads(kinds) +
                           "for turn in range(3):\n    time.sleep(0.03 * turn)\n    fork(lambda: check(turn))\n")

    def test_what_another_thread_was_compiling(self):
        run(self, CHILD + """
def long(x):
    for k in range(40):
        x = ct.sin(x) * (k + 0.5)
    return x
for turn in range(5):
    f = ct.jit(long)
    thread = threading.Thread(target=f, args=(ct.ones(5),))
    thread.start()
    time.sleep(0.03 * turn)
    fork(lambda: f(ct.ones(5)))
    thread.join()
""")

    def test_while_others_wait_for_faster_code(self):
        """All of their runs end where quick code ends, and one thread compiles for them."""
        run(self, CHILD + """
for turn in range(4):
    f = ct.jit(lambda x: ct.while_loop(lambda a: a < 400000 + turn, lambda a: a + 1, x))
    found = []
    threads = [threading.Thread(target=lambda: found.append(int(f(0)))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for k in range(4):
        time.sleep(0.01 * k)
        fork(lambda: np.testing.assert_equal(int(f(1)), 400000 + turn))
    for thread in threads:
        thread.join()
    assert found == [400000 + turn] * 6, found
    assert not f.explain().programs[0].is_quick
""")

    def test_while_another_thread_imports_what_is_needed_late(self):
        """Python's lock of a module that is being imported would stay locked in the child."""
        for module, need in LATE.items():
            with self.subTest(module):
                run(self, CHILD + f"""
assert "{module}" not in sys.modules
begun = threading.Event()
class Slow:
    def find_spec(name, path=None, target=None):
        if name == "{module}" and not begun.is_set():
            begun.set()
            time.sleep(0.2)
sys.meta_path.insert(0, Slow)
def need():
    try:
        {need}
    except ct.Error:
        pass
    assert "{module}" in sys.modules
thread = threading.Thread(target=need)
thread.start()
assert begun.wait(20)
fork(need)
thread.join()
""", start=BARE)

    def test_in_a_function_that_is_being_traced(self):
        run(self, CHILD + """
def f(x):
    fork()
    return x * 2
np.testing.assert_array_equal(ct.jit(f)(ct.ones(2)), [2, 2])
""")

    def test_while_the_calls_of_another_thread_are_followed(self):
        """Python 3.11 collects no garbage meanwhile, and does again in the child."""
        run(self, CHILD + """
import gc, json
lock = threading.Lock()
def stay(value):
    with lock:
        return 1
def loop():
    ct.fori_loop(0, 2, lambda i, a: a + len(json.dumps([1j], default=stay)), 1.0)
def collects():
    assert gc.isenabled()
with lock:
    thread = threading.Thread(target=loop)
    thread.start()
    while sys.version_info[:2] == (3, 11) and gc.isenabled():
        time.sleep(0.001)
    fork(collects)
thread.join()
collects()
""")

    def test_multiprocessing(self):
        file = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"cotan_processes_{os.getpid()}.py")
        with open(file, "w") as out:
            out.write(START + CHILD + """
if __name__ == "__main__":
    check()
    for method in ("fork", "spawn", "forkserver"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map(check, range(1, 5)) == [1, 2, 3, 4]
""")
        try:
            done = subprocess.run([sys.executable, file], capture_output=True, text=True, timeout=300)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        finally:
            os.remove(file)


class Ending(unittest.TestCase):
    """A process ends quietly, and soon, whatever threads are doing that nobody waits for."""

    ENDS = [("", 0), ("sys.exit(3)", 3), ("raise SystemExit(3)", 3), ("os._exit(3)", 3),
            ("import atexit; atexit.register(lambda: ct.jit(lambda x: x * 7)(ct.ones(2)))", 0)]

    def test_while_a_thread_is_at_work(self):
        server = Server()
        self.addCleanup(server.close)
        for turn, kind in enumerate(BUSY):
            for n, wait in enumerate((0, 0.02, 0.1)):
                end, status = self.ENDS[(turn + n) % len(self.ENDS)]
                with self.subTest(kind, wait=wait, end=end):
                    server.run(self, busy_threads([kind]) + f"time.sleep({wait})\n{end}\n", status)

    def test_while_all_are(self):
        for wait, (end, status) in zip((0.1, 0.3), self.ENDS):
            run(self, busy_threads(BUSY) + f"time.sleep({wait})\n{end}\n", status)

    def test_a_thread_ends(self):
        run(self, CHILD + """
def work():
    check()
    sys.exit(5)
thread = threading.Thread(target=work)
thread.start()
thread.join()
check(4)
""")


if __name__ == "__main__":
    unittest.main()
