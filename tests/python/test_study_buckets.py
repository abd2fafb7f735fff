"""Studies in a bucket: a local stand-in for S3, where moto's server and s3fs are installed."""

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("s3fs", reason="needs s3fs")
moto = pytest.importorskip("moto.server", reason="needs moto[server]")
from fivefold import study  # noqa: E402 it needs the extras

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
CONFIG = {
    "seed": 7,
    "experiment": [
        {"rules": "freestyle", "games": 300, "shard": 100, "sample": 4},
        {"name": "ruled", "rules": "freestyle", "games": 600, "shard": 100, "sample": 4, "stop": 0.08},
        {"rules": "pagoda", "name": "played", "games": 4, "shard": 2, "players": ["greedy", "random"]},
    ],
}


@pytest.fixture
def bucket(monkeypatch):
    """The URL of an empty bucket on a server of this machine."""
    server = moto.ThreadedMotoServer(port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    for name, value in {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)
    import s3fs

    s3fs.S3FileSystem.clear_instance_cache()
    s3fs.S3FileSystem().mkdir("studies")
    yield "s3://studies/out"
    s3fs.S3FileSystem.clear_instance_cache()
    server.stop()


def test_a_bucket_is_a_folder(bucket, tmp_path):
    """Parts, the end, going on, checking, reading: the same bytes as on a disk."""
    for part in ("2/2", "1/2", "1/2"):
        study.run(CONFIG, bucket, part=part)
    assert study.run(CONFIG, bucket, finish=True) == f"{bucket}/report.html"
    study.run(CONFIG, tmp_path, threads=2)
    assert study.check(bucket) == {}
    assert study.load(bucket).equals(study.load(tmp_path))
    assert study.read_summary(bucket).equals(study.read_summary(tmp_path))
    assert study.compare(bucket, tmp_path)["difference"].to_pylist()[0] == 0
    assert study.ratings(bucket).equals(study.ratings(tmp_path))
    import s3fs

    system = s3fs.S3FileSystem()
    stored = {name.removeprefix("studies/out/"): system.cat_file(name) for name in system.find("studies/out")}
    stored.pop("study.log")
    there = {
        path.relative_to(tmp_path).as_posix(): path.read_bytes()
        for path in tmp_path.rglob("*")
        if path.is_file() and path.name not in ("study.log", ".lock")
    }
    assert stored == there
    system.pipe_file("studies/out/games/freestyle/000001.parquet", b"damaged")
    study.run(CONFIG, bucket)
    assert study.check(bucket) == {}
