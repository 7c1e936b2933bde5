/** The styles of a drawing that follows a running machine, besides those of every drawing. */

const startOfTransitions =
  '.chart-text-event, .chart-text-delay, .chart-text-done, .chart-text-error'
const ofText = (mark: string) => `.chart text.${mark} :is(${startOfTransitions})`
/** Two animations that are the same. */
const taking = (parity: 0 | 1) => `
@keyframes chart-line-${parity} { from { stroke-width: 9; stroke-opacity: .45 } }
@keyframes chart-text-${parity} { from { fill: var(--chart-error) } }
.chart-edge.taken-${parity} > path { animation: chart-line-${parity} 600ms ease-out }
.chart text.taken-${parity} tspan { animation: chart-text-${parity} 600ms ease-out }
`

export const liveStyles = `
.chart-compound.active > rect, .chart-parallel.active > rect { fill: var(--chart-group) }
.chart-compound.chart-odd.active > rect, .chart-parallel.chart-odd.active > rect { fill: var(--chart-paper) }
.chart-state.chosen > rect, .chart-state.chosen > circle { stroke: var(--chart-guard); stroke-width: 3 }
${ofText('enabled')} { fill: var(--chart-active); font-weight: bold }
${ofText('depends')} { fill: var(--chart-active); text-decoration: underline dotted }
.chart-edge.depends > path { stroke: var(--chart-active); stroke-width: 1.6; stroke-dasharray: 5 4 }
.chart-edge.depends > polygon { fill: var(--chart-active) }
.chart-edge.enabled > path { stroke-dasharray: none }
.chart text.taken { text-decoration: underline }
@media (prefers-reduced-motion: no-preference) {${taking(0)}${taking(1)}}
`
