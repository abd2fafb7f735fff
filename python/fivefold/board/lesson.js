// The analysis: what was said of the move, the best moves, the curve.
function lessons(root, tell) {
  const box = make("div", "ff-lesson", root);
  const state = make("div", "ff-state", box);
  const words = make("div", "ff-words", box);
  words.setAttribute("aria-live", "polite");
  const table = make("table", "ff-candidates", box);
  const curve = make("div", "ff-curvebox", box);
  const counts = make("div", "ff-counts", box);
  curve.addEventListener("click", (event) => {
    const svg = curve.querySelector("svg");
    const cursor = svg && svg.querySelector(".ff-cursor");
    if (!cursor) return;
    const frame = svg.getBoundingClientRect();
    const x = ((event.clientX - frame.left) * svg.viewBox.baseVal.width) / frame.width;
    tell("go", Math.max(0, Math.round((x - Number(cursor.dataset.left)) / Number(cursor.dataset.step))));
  });
  return (lesson, at) => {
    const running = lesson.state === "running";
    state.textContent = lesson.error || (running ? `Looking: ${lesson.done} of ${lesson.total}` : "");
    box.hidden = lesson.state === "none" && !lesson.error;
    words.textContent = lesson.words || "";
    table.replaceChildren();
    const candidates = lesson.candidates || [];
    if (candidates.length) make("caption", "", table, `Next, best for ${lesson.mover}:`);
    for (const one of candidates) {
      const row = make("tr", "", table);
      for (const cell of [one.move, one.value.toFixed(2), one.kind, one.line.join(" ")]) make("td", "", row, cell);
    }
    curve.innerHTML = lesson.curve || ""; // made in Python, which escapes every text
    const cursor = curve.querySelector(".ff-cursor");
    if (cursor) {
      const x = Number(cursor.dataset.left) + at * Number(cursor.dataset.step);
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
    }
    counts.replaceChildren();
    for (const one of lesson.counts || []) {
      const kept = one.accuracy === null ? "" : ` ${(100 * one.accuracy).toFixed(1)} % of the value kept;`;
      make("div", "", counts, `${one.name}:${kept} ${one.labels}`);
    }
  };
}
