// What a page needs besides its explorers.
"use strict";

// Browsers may break a line between a formula and the comma behind it, or the bracket before it.
function tie(typeset) {
  const formula = typeset.closest("span.math") ?? typeset;
  const [before, after] = [formula.previousSibling, formula.nextSibling];
  const left = before?.nodeType === Node.TEXT_NODE ? /[(\[“"']*$/.exec(before.data)[0] : "";
  const right = after?.nodeType === Node.TEXT_NODE ? /^[.,;:!?)\]”"'’s-]*/.exec(after.data)[0] : "";
  if (!left && !right) return;
  const together = document.createElement("span");
  together.style.whiteSpace = "nowrap";
  formula.replaceWith(together);
  together.append(left, formula, right);
  if (left) before.data = before.data.slice(0, -left.length);
  if (right) after.data = after.data.slice(right.length);
}

// Arrow keys scroll what has the focus; what does not scroll is no stop on the way.
function reachable(box) {
  if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
}

// On a phone a picture fits the width; a tap shows it large, to be scrolled, and another small again.
function magnify(box) {
  box.addEventListener("click", () => {
    if (!box.closest("a")) box.classList.toggle("large");
    reachable(box);
  });
}

// JupyterLite needs a server; a page opened as a file would lead to an empty one.
function withoutServer(link) {
  link.replaceWith("to run it in this browser, serve this folder (python -m http.server)");
}

document.addEventListener("DOMContentLoaded", () => {
  // The words of a fold say what is in it; its label would say of each that it is hidden.
  document.querySelectorAll("summary[aria-label]").forEach((fold) => fold.removeAttribute("aria-label"));
  document.querySelectorAll(".picture").forEach((box) => { reachable(box); magnify(box); });
  if (location.protocol === "file:") document.querySelectorAll("a.live").forEach(withoutServer);
  window.MathJax?.startup?.promise.then(() => {
    document.querySelectorAll("mjx-container:not([display])").forEach(tie);
    document.querySelectorAll("mjx-container").forEach(reachable);
  });
});
