"""Workers whose disk is full or whose folder may only be read: one message, and nothing is lost."""

import ctypes
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

pytest.importorskip("pyarrow")
from fivefold import study

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits and permissions are those of Linux")
CONFIG = {"seed": 7, "experiment": [{"rules": "freestyle", "games": 6000, "shard": 3000, "sample": 2}]}
# Less than a shard needs, more than a sample.
LIMIT = 20_000


def contents(folder):
    """Every file but the log and the lock, as bytes by name."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return {name: data for name, data in files.items() if name not in ("study.log", ".lock")}


def small_disk():
    """Let no file of this process be larger than the limit, which stands in for a full disk."""
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, resource.RLIM_INFINITY))


def no_rights():
    """Give up what lets the superuser write everywhere (capset of Linux, version 3, no capability left)."""
    if os.geteuid() == 0:
        header, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
        assert ctypes.CDLL(None).capset(header, none) == 0


def workers(prepare):
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=prepare)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The study, run in one go."""
    out = tmp_path_factory.mktemp("whole")
    study.run(CONFIG, out, threads=1)
    return out


def test_a_full_disk_on_the_workers(whole, tmp_path):
    """It is reported as one; with free space, or where the shards come back, the study is as it should be."""
    with workers(small_disk) as pool:
        with pytest.raises(study.DiskError, match="the disk is full") as caught:
            study.run(CONFIG, tmp_path / "full", executor=pool)
        assert caught.value.full
        assert not list((tmp_path / "full").rglob("*.parquet.*partial"))
        study.run(CONFIG, tmp_path / "back", executor=pool, shared_folder=False)
    study.run(CONFIG, tmp_path / "full", threads=1)
    assert contents(tmp_path / "back") == contents(whole) == contents(tmp_path / "full")


def test_a_folder_that_workers_may_only_read(whole, tmp_path):
    """No full disk, and no endless loop; where the shards come back the workers need not write."""
    folder = tmp_path / "out" / "games" / "freestyle"
    folder.mkdir(parents=True)
    folder.chmod(0o555)
    try:
        with workers(no_rights) as pool:
            with pytest.raises(study.DiskError, match="Permission denied") as caught:
                study.run(CONFIG, tmp_path / "out", executor=pool)
            assert not caught.value.full
            study.run(CONFIG, tmp_path / "back", executor=pool, shared_folder=False)
    finally:
        folder.chmod(0o755)
    assert contents(tmp_path / "back") == contents(whole)
