/** Lays out graphs in this thread, for commands and tests. */
import ELK from 'elkjs/lib/elk.bundled.js'
import type { LayoutEngine } from './layout-chart.ts'

export const createLayoutEngine = (): LayoutEngine => new ELK()
