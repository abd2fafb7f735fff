// The page of an analysis: the table and the curve step the viewer, and follow it.
(function () {
  "use strict";
  const viewer = document.querySelector(".fivefold-viewer");
  const curve = document.querySelector(".ff-curve");
  const cursor = curve.querySelector(".ff-cursor");
  const rows = Array.from(document.querySelectorAll(".ff-turn"));
  const left = Number(cursor.dataset.left);
  const step = Number(cursor.dataset.step);
  const go = (at) => viewer.dispatchEvent(new CustomEvent("fivefold-go", { detail: at }));
  const show = (at) => {
    cursor.setAttribute("x1", left + step * at);
    cursor.setAttribute("x2", left + step * at);
    rows.forEach((row) => row.classList.toggle("ff-here", Number(row.dataset.at) === at));
  };
  viewer.addEventListener("fivefold-at", (event) => show(event.detail));
  rows.forEach((row) => row.querySelector("button").addEventListener("click", () => go(Number(row.dataset.at))));
  curve.addEventListener("click", (event) => {
    const box = curve.getBoundingClientRect();
    const x = ((event.clientX - box.left) * 640) / box.width;
    go(Math.round((x - left) / step));
  });
  go(rows.length ? Number(rows[rows.length - 1].dataset.at) : 0);
})();
