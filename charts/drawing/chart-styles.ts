/** The styles of a drawing, which are part of it, so that a file looks the same as the viewer. */

/** The marks of states and transitions: of a running actor, and of the difference of two charts. */
export const chartStyles = `
.chart {
  color-scheme: light dark;
  --chart-paper: light-dark(#ffffff, #16181d);
  --chart-box: light-dark(#ffffff, #1f232b);
  --chart-group: light-dark(#f5f6f9, #1a1d24);
  --chart-line: light-dark(#8a91a3, #7d8597);
  --chart-border: light-dark(#b9bfcc, #4a5161);
  --chart-text: light-dark(#1b1f27, #e8eaf0);
  --chart-muted: light-dark(#5c6475, #a3abbc);
  --chart-guard: light-dark(#8a4b00, #ffb95c);
  --chart-action: light-dark(#5b3fc4, #b9a6ff);
  --chart-delay: light-dark(#0b6b83, #6bd0e6);
  --chart-done: light-dark(#1c6b3a, #76d69a);
  --chart-error: light-dark(#b3261e, #ff9d94);
  --chart-active: light-dark(#1d5fd6, #7fb0ff);
  --chart-active-box: light-dark(#dbe9ff, #1d3358);
  font: 12px Helvetica, Arial, 'Liberation Sans', sans-serif;
}
.chart-paper { fill: var(--chart-paper) }
.chart text { fill: var(--chart-text) }
.chart-state > rect, .chart-state > circle { fill: var(--chart-box); stroke: var(--chart-border) }
.chart-compound > rect, .chart-parallel > rect { fill: var(--chart-group) }
.chart-compound.chart-odd > rect, .chart-parallel.chart-odd > rect { fill: var(--chart-paper) }
.chart-region > rect { stroke-dasharray: 5 4 }
.chart-final > rect { stroke: var(--chart-line) }
.chart-initial { fill: var(--chart-line) }
.chart-edge > path { fill: none; stroke: var(--chart-line); stroke-width: 1.2 }
.chart-edge > polygon { fill: var(--chart-line) }
.chart-label > rect { fill: var(--chart-paper); opacity: .92 }
.chart-text-name { font-weight: bold }
.chart .chart-text-note, .chart .chart-text-tag { fill: var(--chart-muted); font-style: italic }
.chart .chart-text-guard { fill: var(--chart-guard) }
.chart .chart-text-action { fill: var(--chart-action) }
.chart .chart-text-delay { fill: var(--chart-delay) }
.chart .chart-text-done { fill: var(--chart-done) }
.chart .chart-text-error { fill: var(--chart-error) }
.chart .chart-text-invoke { fill: var(--chart-delay) }
.chart-state.active > rect { fill: var(--chart-active-box); stroke: var(--chart-active); stroke-width: 2 }
.chart-edge.enabled > path { stroke: var(--chart-active); stroke-width: 2 }
.chart-edge.enabled > polygon { fill: var(--chart-active) }
.chart-edge.taken > path { stroke-width: 3.5 }
.chart text.refused { opacity: .55; text-decoration: line-through }
.chart-state.added > rect, .chart-edge.added > path { stroke: var(--chart-done); stroke-width: 2 }
.chart-edge.added > polygon, .chart text.added tspan { fill: var(--chart-done) }
.chart-state.removed > rect, .chart-edge.removed > path { stroke: var(--chart-error); stroke-width: 2; stroke-dasharray: 4 3 }
.chart-edge.removed > polygon, .chart text.removed tspan { fill: var(--chart-error) }
.chart text.removed { text-decoration: line-through }
.chart-state.changed > rect, .chart-edge.changed > path { stroke: var(--chart-guard); stroke-width: 2 }
.chart-edge.changed > polygon { fill: var(--chart-guard) }
.chart text.changed { font-weight: bold; text-decoration: underline }
`
