"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (id) => document.getElementById(id);
  const column = (title) => data.columns.findIndex((c) => c.title === title);
  const at = {};
  for (const title of ["results", "experiment", "implementation", "parameters", "threads", "ns/op", "low", "high", "placement", "status"]) {
    at[title] = column(title);
  }
  const several = new Set(data.rows.map((row) => row[0])).size > 1;
  const frame = { left: 60, right: 630, top: 12, bottom: 360 };
  const hidden = new Set();
  const hint = element("value").textContent;

  // A cell as an object: its coordinates are its parameters and its threads.
  const cells = data.rows.filter((row) => row[at.status].startsWith("ok") && !row[at.status].includes("disturbed") && row[at["ns/op"]] > 0).map((row) => {
    const coordinates = { threads: String(row[at.threads]), placement: row[at.placement] };
    for (const part of row[at.parameters].split(" ").filter(Boolean)) {
      coordinates[part.slice(0, part.indexOf(":"))] = part.slice(part.indexOf(":") + 1);
    }
    if (several) {
      coordinates.results = row[at.results];
    }
    return { experiment: row[at.experiment], series: row[at.implementation], coordinates, y: row[at["ns/op"]], low: row[at.low], high: row[at.high] };
  });

  const of_experiment = () => cells.filter((cell) => cell.experiment === element("of").value);
  const values = (some, name) => [...new Set(some.map((cell) => cell.coordinates[name]).filter((value) => value !== undefined))];
  const is_number = (text) => text !== "" && Number.isFinite(Number(text));
  const is_ours = (name) => name.startsWith("cqs.");

  function fill(select, options) {
    const before = select.value;
    select.replaceChildren(...options.map((option) => new Option(option || "all", option)));
    if (options.includes(before)) {
      select.value = before;
    }
  }

  // The numeric coordinates that differ; the threads first.
  function axes(some) {
    const names = [...new Set(some.flatMap((cell) => Object.keys(cell.coordinates)))];
    const numeric = names.filter((name) => values(some, name).every(is_number));
    const differing = numeric.filter((name) => values(some, name).length > 1);
    return differing.length > 0 ? differing : ["threads"];
  }

  // All coordinates but the one across that differ, as one text.
  function place(cell, some) {
    return Object.keys(cell.coordinates).filter((name) => name !== element("across").value && values(some, name).length > 1).map((name) => `${name}:${cell.coordinates[name]}`).join(" ");
  }

  const shape = (name, attributes, text) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key, value);
    }
    if (text !== undefined) {
      made.textContent = text;
    }
    return made;
  };

  const write = (value) => Number(value).toLocaleString("en", { maximumSignificantDigits: 4 });

  // Logarithmic, unless the values contain 0.
  function scale(some, from, to) {
    const low = Math.min(...some);
    const high = Math.max(...some);
    const position = low > 0 ? Math.log : (value) => value;
    const width = position(high) - position(low) || 1;
    return (value) => from + (to - from) * (high === low ? 0.5 : (position(value) - position(low)) / width);
  }

  function ticks(some) {
    const sorted = [...new Set(some)].sort((a, b) => a - b);
    return sorted.length <= 8 ? sorted : sorted.filter((_, i) => i % Math.ceil(sorted.length / 8) === 0);
  }

  function powers(low, high) {
    const all = [];
    for (let exponent = Math.floor(Math.log10(low)); exponent <= Math.ceil(Math.log10(high)); ++exponent) {
      all.push(10 ** exponent);
    }
    return all;
  }

  function draw() {
    element("value").textContent = hint; // what it said may not be shown any more
    const some = of_experiment();
    const shown = some.filter((cell) => place(cell, some) === element("where").value);
    const names = [...new Set(shown.map((cell) => cell.series))].sort((a, b) => is_ours(b) - is_ours(a) || a.localeCompare(b));
    const color = (name) => `hsl(${Math.round((names.indexOf(name) * 360) / names.length)} 65% 45%)`;
    draw_series(names, color);
    const plot = element("plot");
    plot.replaceChildren();
    const visible = shown.filter((cell) => !hidden.has(cell.series) && is_number(cell.coordinates[element("across").value] ?? ""));
    if (visible.length === 0) {
      plot.append(shape("text", { x: 300, y: 190 }, "nothing is shown"));
      return;
    }
    const x_of = (cell) => Number(cell.coordinates[element("across").value]);
    const decades = powers(Math.min(...visible.map((cell) => cell.low ?? cell.y)), Math.max(...visible.map((cell) => cell.high ?? cell.y)));
    const x = scale(visible.map(x_of), frame.left + 10, frame.right - 10);
    const y = scale(decades, frame.bottom, frame.top);
    for (const value of decades) {
      plot.append(shape("line", { class: "axis", x1: frame.left, x2: frame.right, y1: y(value), y2: y(value) }));
      plot.append(shape("text", { x: frame.left - 4, y: y(value) + 4, "text-anchor": "end" }, write(value)));
    }
    for (const value of ticks(visible.map(x_of))) {
      plot.append(shape("text", { x: x(value), y: frame.bottom + 16, "text-anchor": "middle" }, write(value)));
    }
    plot.append(shape("text", { x: (frame.left + frame.right) / 2, y: frame.bottom + 34, "text-anchor": "middle" }, `${element("across").value}; upwards: ns/op, lower is better`));
    for (const name of names.filter((each) => !hidden.has(each))) {
      const points = visible.filter((cell) => cell.series === name).sort((a, b) => x_of(a) - x_of(b));
      const group = shape("g", { "data-series": name, stroke: color(name), fill: color(name) });
      group.append(shape("polyline", { points: points.map((cell) => `${x(x_of(cell))},${y(cell.y)}`).join(" "), fill: "none", "stroke-width": is_ours(name) ? 2.5 : 1.2 }));
      for (const cell of points) {
        if (cell.low !== null) {
          group.append(shape("line", { x1: x(x_of(cell)), x2: x(x_of(cell)), y1: y(cell.low), y2: y(cell.high) }));
        }
        const text = `${name}, ${element("across").value} ${write(x_of(cell))}: ${write(cell.y)} ns/op` + (cell.low === null ? "" : `, 95 %: ${write(cell.low)} to ${write(cell.high)}`);
        const point = shape("circle", { cx: x(x_of(cell)), cy: y(cell.y), r: 4, tabindex: 0, "aria-label": text });
        point.append(shape("title", {}, text));
        for (const event of ["mouseenter", "focus", "click"]) {
          point.addEventListener(event, () => {
            element("value").textContent = text;
          });
        }
        group.append(point);
      }
      plot.append(group);
    }
  }

  function draw_series(names, color) {
    element("series").replaceChildren(element("series").firstElementChild, ...names.map((name) => {
      const label = document.createElement("label");
      const box = document.createElement("input");
      box.type = "checkbox";
      box.value = name;
      box.checked = !hidden.has(name);
      box.addEventListener("change", () => {
        box.checked ? hidden.delete(name) : hidden.add(name);
        draw();
        element("series").querySelector(`input[value="${CSS.escape(name)}"]`).focus();
      });
      const mark = document.createElement("span");
      mark.textContent = " ■ ";
      mark.style.color = color(name);
      label.append(box, mark, name);
      return label;
    }));
  }

  function choose_place() {
    const some = of_experiment();
    fill(element("where"), [...new Set(some.map((cell) => place(cell, some)))].sort((a, b) => a.localeCompare(b, "en", { numeric: true })));
    draw();
  }

  function choose_experiment() {
    fill(element("across"), axes(of_experiment()));
    choose_place();
  }

  function show_only(wanted) {
    for (const cell of of_experiment()) {
      wanted(cell.series) ? hidden.delete(cell.series) : hidden.add(cell.series);
    }
    draw();
  }

  if (cells.length === 0) {
    element("explore").hidden = true;
    return;
  }
  fill(element("of"), [...new Set(cells.map((cell) => cell.experiment))]);
  element("of").addEventListener("change", choose_experiment);
  element("across").addEventListener("change", choose_place);
  element("where").addEventListener("change", draw);
  element("ours").addEventListener("click", () => show_only(is_ours));
  element("everybody").addEventListener("click", () => show_only(() => true));
  element("choices").addEventListener("submit", (event) => event.preventDefault());
  choose_experiment();
})();
