// The viewer of a record. Each viewer holds its own data; nothing is global and nothing has an id.
(function () {
  "use strict";
  function start(root) {
    if (root.dataset.ready) return;
    root.dataset.ready = "yes";
    const data = JSON.parse(root.querySelector('script[type="application/json"]').textContent);
    const svg = root.querySelector(".ff-board > svg");
    const layers = {};
    for (const layer of svg.querySelectorAll("[data-layer]")) {
      layers[layer.dataset.layer] = layer;
      layer.replaceChildren();
    }
    const last = data.frames.length - 1;
    const shown = new Map(); // number of a shape -> its element
    let at = -1;
    let clock = null;

    // Shapes come from fivefold.draw, which escapes every text in them.
    function add(number) {
      const layer = layers[data.layers[number]];
      layer.insertAdjacentHTML("beforeend", data.shapes[number]);
      shown.set(number, layer.lastElementChild);
    }
    function drop(number) {
      shown.get(number).remove();
      shown.delete(number);
    }
    function make(tag, parent, attributes, text) {
      const node = document.createElement(tag);
      for (const name in attributes || {}) node.setAttribute(name, attributes[name]);
      if (text !== undefined) node.textContent = text;
      parent.append(node);
      return node;
    }

    const board = root.querySelector(".ff-board");
    const status = root.querySelector(".ff-status");
    status.setAttribute("aria-live", "polite");
    const bar = make("div", board, { class: "ff-bar" });
    // Signs are drawn: many systems lack the letters for them.
    const signs = {
      first: "M3 3h2v10h-2zM13 3v10l-7-5z",
      back: "M11 3v10l-7-5z",
      play: "M4 2v12l9-6z",
      pause: "M4 3h3v10h-3zM9 3h3v10h-3z",
      forward: "M5 3v10l7-5z",
      last: "M11 3h2v10h-2zM3 3v10l7-5z",
    };
    const sign = (node, name) => {
      node.innerHTML = '<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path fill="currentColor" d="' + signs[name] + '"/></svg>';
    };
    const button = (picture, name, act) => {
      const node = make("button", bar, { type: "button", title: name, "aria-label": name });
      sign(node, picture);
      node.addEventListener("click", act);
      return node;
    };
    button("first", "To the start (Home)", () => { stop(); go(0); });
    button("back", "Back (left arrow)", () => { stop(); go(at - 1); });
    const play = button("play", "Play (space)", toggle);
    button("forward", "Forward (right arrow)", () => { stop(); go(at + 1); });
    button("last", "To the end (End)", () => { stop(); go(last); });
    const slider = make("input", bar, { type: "range", min: 0, max: last, step: 1, "aria-label": "Move" });
    slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
    const count = make("span", bar, { class: "ff-count" });

    const side = make("div", root.querySelector(".ff-body"), { class: "ff-side" });
    const moves = make("div", side, { class: "ff-moves" });
    let turn = null; // the moves of one turn stay on one line
    const links = data.moves.map((move, index) => {
      if (index === 0 || data.turns[index] !== data.turns[index - 1]) {
        turn = make("span", moves);
        make("i", turn, {}, data.turns[index] + 1 + ".");
        moves.append(" ");
      }
      const link = make("button", turn, { type: "button" }, move);
      link.addEventListener("click", () => { stop(); go(index + 1); });
      return link;
    });
    const comment = make("div", side, { class: "ff-comment" });
    const foot = make("div", side, { class: "ff-bar" });
    const copy = make("button", foot, { type: "button" }, "Copy as text");
    copy.addEventListener("click", () => {
      const done = () => {
        copy.textContent = "Copied";
        setTimeout(() => { copy.textContent = "Copy as text"; }, 1500);
      };
      // Without a clipboard the text is shown, selected, to be copied by hand.
      const byHand = () => {
        const area = root.querySelector("textarea") || make("textarea", side, { readonly: "" });
        area.value = data.text;
        area.select();
      };
      if (navigator.clipboard) navigator.clipboard.writeText(data.text).then(done, byHand);
      else byHand();
    });

    function go(wanted) {
      const target = Math.max(0, Math.min(last, wanted));
      for (; at < target; at++) {
        data.frames[at + 1][1].forEach(drop);
        data.frames[at + 1][0].forEach(add);
      }
      for (; at > target; at--) {
        data.frames[at][0].forEach(drop);
        data.frames[at][1].forEach(add);
      }
      slider.value = at;
      count.textContent = at + " / " + last;
      status.textContent = data.status[at];
      comment.textContent = (data.comments[at] || []).join("\n");
      root.dispatchEvent(new CustomEvent("fivefold-at", { detail: at, bubbles: true }));
      links.forEach((link, index) => {
        const now = index === at - 1;
        link.classList.toggle("ff-now", now);
        if (now) moves.scrollTop = link.offsetTop - moves.offsetTop - moves.clientHeight / 2;
      });
    }
    // A page around the viewer may ask for a position, and hears of each.
    root.addEventListener("fivefold-go", (event) => { stop(); go(event.detail); });
    function stop() {
      clearInterval(clock);
      clock = null;
      sign(play, "play");
    }
    function toggle() {
      if (clock) return stop();
      if (at === last) go(0);
      sign(play, "pause");
      clock = setInterval(() => {
        // A viewer that was taken off the page must not go on ticking.
        if (!root.isConnected || at === last) stop();
        else go(at + 1);
      }, 700);
    }
    root.addEventListener("keydown", (event) => {
      if (event.target === slider || event.target.tagName === "TEXTAREA") return;
      const steps = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(last) };
      if (steps[event.key]) { stop(); steps[event.key](); }
      else if (event.key === " " && event.target.tagName !== "BUTTON") toggle();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    go(last);
  }
  const script = document.currentScript;
  const own = script && script.closest(".fivefold-viewer");
  (own ? [own] : document.querySelectorAll(".fivefold-viewer")).forEach(start);
})();
