/** Writes the drawing of a chart as a file in a browser, without the code that a server renders with. */
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { ChartLayout } from '../layout/chart-layout.ts'
import { ChartDrawing } from './ChartDrawing.tsx'

/** Returns the text of an SVG file. */
export function drawnSvg(layout: ChartLayout) {
  const container = document.createElement('div')
  const root = createRoot(container)
  flushSync(() => root.render(<ChartDrawing layout={layout} />))
  const text = new XMLSerializer().serializeToString(container.querySelector('svg')!)
  root.unmount()
  return `${text}\n`
}
