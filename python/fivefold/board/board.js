// The board on the page: shows what Python sends and tells what hands do. It knows no rules.
function render({ model, el }) {
  const make = (tag, name, parent) => {
    const node = document.createElement(tag);
    if (name) node.className = name;
    parent.append(node);
    return node;
  };
  const root = make("div", "fivefold-play", el);
  root.dataset.lmSuppressShortcuts = "true"; // JupyterLab leaves keys pressed here alone
  const board = make("div", "ff-board", root);
  board.tabIndex = 0;
  board.setAttribute("role", "application");
  board.setAttribute("aria-label", "Board: arrow keys move, Enter plays, U takes back");
  const status = make("div", "ff-status", root);
  const message = make("div", "ff-message", root);
  status.setAttribute("aria-live", "polite");
  message.setAttribute("aria-live", "assertive");
  const clock = make("div", "ff-clock", root);
  const seats = make("div", "ff-seats", root);
  const values = make("div", "ff-expect", root);
  const choices = make("div", "ff-bar ff-choices", root);
  const bar = make("div", "ff-bar", root);
  const moves = make("div", "ff-moves", root);
  const tell = (kind, value) => model.send({ kind, value, version: model.get("view").version });
  const tools = {};
  function button(kind, text, act) {
    const node = make("button", "ff-" + kind, bar);
    node.type = "button";
    node.textContent = text;
    node.addEventListener("click", act);
    tools[kind] = node;
    return node;
  }
  const texts = { stop: "Stop", goOn: "Go on", undo: "Undo", resign: "Resign", restart: "New game", hint: "Hint", threats: "Threats", values: "Values", numbers: "Numbers" };
  for (const [kind, text] of Object.entries(texts)) button(kind, text, () => tell(kind, null));
  // A bar a seat: what it may expect, between the least and the greatest return.
  function expect(told) {
    values.hidden = !told;
    if (!told) return;
    const rows = told.values.map((value, seat) => {
      const row = document.createElement("div");
      row.className = "ff-value";
      const name = make("span", "", row);
      name.textContent = `seat ${seat}`;
      const track = make("span", "ff-track", row);
      make("span", "ff-share", track).style.width = `${100 * told.shares[seat]}%`;
      const figure = make("span", "", row);
      figure.textContent = `${value > 0 ? "+" : ""}${value}${told.proven ? " proven" : ""}`;
      return row;
    });
    const line = document.createElement("div");
    line.className = "ff-line";
    line.textContent = told.line.join("  ");
    values.replaceChildren(...rows, line);
  }
  button("copy", "Copy record", async () => {
    try {
      await navigator.clipboard.writeText(model.get("view").record);
      message.textContent = "the record is copied, as JSON";
    } catch {
      message.textContent = "this page may not copy: save the record instead";
    }
  });
  button("save", "Save record", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([model.get("view").record + "\n"], { type: "application/json" }));
    link.download = "game.jsonl";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  let heard = 0; // when the clock was told
  let flagged = false;
  function tick() {
    const told = model.get("view").clock;
    clock.hidden = !told;
    if (!told) return;
    const gone = (performance.now() - heard) / 1000;
    const left = told.left.map((seconds, seat) => Math.max(0, seconds - (seat === told.seat ? gone : 0)));
    const words = left.map((seconds) => {
      const whole = Math.ceil(seconds - 1e-6);
      return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    });
    clock.replaceChildren(...words.map((word, seat) => {
      const span = document.createElement("span");
      span.className = seat === told.seat ? "ff-running" : "";
      span.textContent = `seat ${seat}  ${word}`;
      return span;
    }));
    if (told.seat !== null && left[told.seat] <= 0 && !flagged) {
      flagged = true;
      tell("flag", null);
    }
  }
  let cursor = null; // the spot that keys have reached
  let ring = null;

  function show() {
    const view = model.get("view");
    for (const name in view.style) root.style.setProperty("--" + name, view.style[name]);
    board.innerHTML = view.svg; // made by fivefold.draw, which escapes every text
    const busy = view.thinking !== null;
    root.classList.toggle("ff-thinking", busy);
    const due = view.due ? `${view.status}: ${view.due}` : view.status;
    status.textContent = busy ? `Seat ${view.thinking} is thinking …` : due;
    message.textContent = view.message;
    tools.stop.hidden = !busy;
    tools.goOn.hidden = !view.stopped;
    tools.threats.hidden = view.threats === null;
    tools.threats.setAttribute("aria-pressed", String(Boolean(view.threats)));
    tools.values.setAttribute("aria-pressed", String(view.showsValues));
    expect(view.values);
    tools.numbers.hidden = view.numbered === null;
    tools.numbers.setAttribute("aria-pressed", String(view.numbered));
    seats.replaceChildren(...view.seats.map((seat) => {
      const span = document.createElement("span");
      span.className = seat.due ? "ff-due" : "";
      const parts = [seat.who, seat.holds, seat.has].filter(Boolean);
      span.textContent = `seat ${seat.seat}` + (parts.length ? `: ${parts.join(", ")}` : "");
      return span;
    }));
    if (view.common) make("span", "", seats).textContent = view.common;
    moves.textContent = view.moves.join("  ");
    moves.scrollTop = moves.scrollHeight;
    choices.replaceChildren();
    for (const move of view.buttons) {
      const button = make("button", "", choices);
      button.type = "button";
      button.textContent = move;
      button.addEventListener("click", () => tell("press", move));
    }
    ring = null;
    heard = performance.now();
    flagged = false;
    tick();
    if (cursor !== null) point(cursor);
  }

  function spotAt(event) {
    const svg = board.querySelector("svg");
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    let best = null;
    let least = Infinity;
    model.get("view").spots.forEach(([x, y, r], number) => {
      const away = Math.hypot(x - place.x, y - place.y) / r;
      if (away < least) [best, least] = [number, away];
    });
    return least < 1.45 ? best : null;
  }

  function point(number) {
    const svg = board.querySelector("svg");
    const [x, y, r] = model.get("view").spots[number];
    if (!ring) {
      ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      ring.setAttribute("fill", "none");
      ring.setAttribute("stroke", "var(--mark)");
      ring.setAttribute("stroke-width", "2");
      ring.setAttribute("stroke-dasharray", "4 2");
      svg.append(ring);
    }
    ring.setAttribute("cx", x);
    ring.setAttribute("cy", y);
    ring.setAttribute("r", 1.1 * r);
    cursor = number;
    message.textContent = model.get("view").names[number];
  }

  // The nearest spot that lies more in the direction than beside it.
  function step(dx, dy) {
    const { spots, targets } = model.get("view");
    if (cursor === null) return point(targets.length ? targets[targets.length >> 1] : spots.length >> 1);
    const [x0, y0] = spots[cursor];
    let best = null;
    let least = Infinity;
    spots.forEach(([x, y], number) => {
      const along = (x - x0) * dx + (y - y0) * dy;
      const beside = Math.abs((x - x0) * dy - (y - y0) * dx);
      if (along > 0.5 && beside <= 1.01 * along && along + 2 * beside < least) [best, least] = [number, along + 2 * beside];
    });
    if (best !== null) point(best);
  }

  board.addEventListener("click", (event) => {
    const spot = spotAt(event);
    if (spot !== null) tell("click", spot);
  });
  board.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (steps[event.key]) step(...steps[event.key]);
    else if ((event.key === "Enter" || event.key === " ") && cursor !== null) tell("click", cursor);
    else if (event.key === "u" || event.key === "Backspace") tell("undo", null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  model.on("change:view", show);
  show();
  const timer = setInterval(tick, 250);
  return () => {
    clearInterval(timer);
    model.off("change:view", show);
  };
}
export default { render };
