/** Writes the drawing of a chart as a file. */
import { renderToStaticMarkup } from 'react-dom/server'
import type { ChartLayout } from '../layout/chart-layout.ts'
import { ChartDrawing, type MarksOf } from './ChartDrawing.tsx'

/** Returns the text of an SVG file. */
export const chartSvg = (layout: ChartLayout, marksOf?: MarksOf) =>
  `${renderToStaticMarkup(<ChartDrawing layout={layout} marksOf={marksOf} />)}\n`
