// The board as a page of its own: what a notebook's widget does, by plain requests to this machine.
const token = new URLSearchParams(location.search).get("token") || "";
const script = await import(`/board.js?token=${encodeURIComponent(token)}`);
const address = (path) => `${path}${path.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
const listeners = new Set();
const state = { view: null, number: -1 };

const model = {
  get: (name) => state[name],
  on: (_name, listener) => listeners.add(listener),
  off: (_name, listener) => listeners.delete(listener),
  send: (message) =>
    fetch(address("/message"), { method: "POST", body: JSON.stringify(message) }).catch(() => gone(true)),
};

const lost = document.createElement("div");
lost.className = "ff-lost";
lost.setAttribute("role", "alert");
lost.textContent = "The program that serves this board has ended.";
const gone = (is) => (is ? document.body.prepend(lost) : lost.remove());

async function follow() {
  for (;;) {
    try {
      const answer = await fetch(address(`/view?after=${state.number}`));
      if (answer.status === 200) {
        const data = await answer.json();
        gone(false);
        state.number = data.number;
        state.view = data.view;
        if (!listeners.size) script.default.render({ model, el: document.getElementById("board") });
        else listeners.forEach((listener) => listener());
      } else if (answer.status !== 204) throw new Error("refused");
    } catch {
      gone(true);
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}
follow();
