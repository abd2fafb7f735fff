// What all parts of the board use. The files of this page are joined into one script, this one first.
const SVG = "http://www.w3.org/2000/svg";

function make(tag, name, parent, text) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text !== undefined) node.textContent = text;
  parent.append(node);
  return node;
}

function save(name, kind, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// A picture of the board in pixels, twice as fine as on the screen.
function pixels(svg, done) {
  const box = svg.viewBox.baseVal;
  const copy = svg.cloneNode(true);
  copy.setAttribute("width", 3 * box.width);
  copy.setAttribute("height", 3 * box.height);
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = 3 * box.width;
    canvas.height = 3 * box.height;
    canvas.getContext("2d").drawImage(image, 0, 0);
    canvas.toBlob(done, "image/png");
  };
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(copy));
}
