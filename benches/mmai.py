"""Play `alpha_beta` against MMAI, the engine of Pente.org, in Pente.

    git clone https://github.com/rainwolf/pente.org
    python benches/mmai.py pente.org --seconds 0.1 --level 4 --games 200

MMAI is built from `dsg_src/mmai` with the C++ compiler `c++` in a temporary folder, with a stand-in for the
header of Java and a loop that answers the moves of a game with one more. It searches for threats and has no
opening book. It takes as long as its level needs: 0.3 s a move at level 4, seconds from level 6 on.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

import fivefold as ff

JNI = """
#include <cstdio>
#include <cstdlib>
typedef int jint, jsize;
typedef void *jobject, *jmethodID, *jintArray;
struct JNIEnv {
    void CallVoidMethod(...) {}
    jintArray NewIntArray(int) { return nullptr; }
    void SetIntArrayRegion(...) {}
    void DeleteLocalRef(jobject) {}
};
"""
LOOP = """
#include "Ai.h"
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
int main(int, char **arguments) {
    static CAi engine;
    JNIEnv env;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::vector<jint> moves;
        for (jint move; words >> move;) moves.push_back(move);
        engine.Move(&env, nullptr, nullptr, nullptr, moves.size(), moves.data(), atoi(arguments[1]), 1);
        std::cout << engine.bmove << std::endl;
    }
}
"""


class Mmai:
    """The engine as a player: a function of a position."""

    name = "MMAI"

    def __init__(self, source: Path, folder: Path, level: int) -> None:
        for name in ("Ai.cpp", "CPoint.h", "CPoint.c"):
            (folder / name).write_bytes((source / "dsg_src/mmai" / name).read_bytes())
        for name in ("pente.tbl", "pente.scs"):
            (folder / name).write_bytes((source / "config/dsg/marksAI" / name).read_bytes())
        # Two slips that compilers refuse today.
        header = (source / "dsg_src/mmai/Ai.h").read_text()
        (folder / "Ai.h").write_text(
            header.replace("int CAi::Move(", "int Move(").replace("*pAt, ;", "*pAt;")
        )
        (folder / "jni.h").write_text(JNI)
        (folder / "loop.cpp").write_text(LOOP)
        build = ["c++", "-O2", "-w", "-fpermissive", "-I.", "-o", "mmai", "loop.cpp", "Ai.cpp"]
        subprocess.run([*build, "-x", "c++", "CPoint.c"], cwd=folder, check=True)
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(["./mmai", str(level)], cwd=folder, **pipes)
        self.times: list[float] = []

    def __call__(self, position: ff.Position, _: np.random.Generator) -> int:
        began = time.perf_counter()
        print(*position.record().actions, file=self.process.stdin, flush=True)
        move = int(self.process.stdout.readline())
        self.times.append(time.perf_counter() - began)
        return move


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--level", type=int, default=4)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        engine = Mmai(options.source, Path(folder), options.level)
        player = f"alpha_beta(seconds={options.seconds})"
        print(ff.arena.match(player, engine, "pente", options.games, seed=options.seed))
        print(f"MMAI took {np.mean(engine.times):.2f} s a move, {max(engine.times):.1f} s at most")
        engine.process.kill()


if __name__ == "__main__":
    main()
