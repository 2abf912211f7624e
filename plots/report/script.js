"use strict";
(() => {
  const at_first = 200;
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (id) => document.getElementById(id);
  const column = (title) => data.columns.findIndex((c) => c.title === title);
  const experiment = column("experiment");
  const status = column("status");
  const several = new Set(data.rows.map((row) => row[0])).size > 1;
  // What nobody needs to see: which results a row is from, if there are but one; what no row has.
  const shown = data.columns.map((_, i) => i).filter((i) => (i === 0 ? several : data.rows.some((row) => row[i] !== null)));
  const texts = data.rows.map((row) => `${row.join(" ")} threads:${row[column("threads")]}`.toLowerCase());
  let sorted_by = null;
  let descending = false;
  let limit = at_first;

  const of_status = (row) => row[status].split(":")[0];

  function offer(select, values) {
    for (const value of [...new Set(values)].sort()) {
      select.add(new Option(value, value));
    }
  }

  function write(value) {
    return value === null ? "" : typeof value === "number" ? value.toLocaleString("en", { maximumFractionDigits: 4 }) : value;
  }

  function compare(a, b) {
    if (a === null || b === null) {
      return (a === null) - (b === null);
    }
    const order = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
    return descending ? -order : order;
  }

  function chosen() {
    const words = element("words").value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = data.rows.filter((row, i) =>
      (!element("experiment").value || row[experiment] === element("experiment").value) &&
      (!element("status").value || of_status(row) === element("status").value) &&
      words.every((word) => texts[i].includes(word)));
    if (sorted_by !== null) {
      rows.sort((a, b) => compare(a[sorted_by], b[sorted_by]));
    }
    return rows;
  }

  function show() {
    const rows = chosen();
    const body = document.createElement("tbody");
    for (const row of rows.slice(0, limit)) {
      const line = body.insertRow();
      for (const i of shown) {
        const cell = line.insertCell();
        cell.textContent = write(row[i]);
        cell.className = data.columns[i].number ? "number" : i === status ? "status" : "";
      }
    }
    element("table").tBodies[0].replaceWith(body);
    element("count").textContent = `${rows.length} of ${data.rows.length} cells`;
    element("more").hidden = rows.length <= limit;
  }

  function sort_by(i) {
    descending = sorted_by === i && !descending;
    sorted_by = i;
    for (const head of element("table").tHead.rows[0].cells) {
      const here = Number(head.dataset.column) === i;
      head.setAttribute("aria-sort", here ? (descending ? "descending" : "ascending") : "none");
    }
    show();
  }

  const heads = element("table").tHead.insertRow();
  for (const i of shown) {
    const head = document.createElement("th");
    head.dataset.column = i;
    head.scope = "col";
    head.setAttribute("aria-sort", "none");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = data.columns[i].title;
    button.addEventListener("click", () => sort_by(i));
    head.append(button);
    heads.append(head);
  }
  offer(element("experiment"), data.rows.map((row) => row[experiment]));
  offer(element("status"), data.rows.map(of_status));
  const again = () => {
    limit = at_first;
    show();
  };
  element("filters").addEventListener("input", again);
  element("filters").addEventListener("reset", () => setTimeout(again));
  element("filters").addEventListener("submit", (event) => event.preventDefault());
  element("more").addEventListener("click", () => {
    limit = Infinity;
    show();
  });
  show();
})();
