/** Measures the boxes of states and the labels of arrows by their text. */
import { type ChartModel, type StateModel, statesBelow } from '../model/chart-model.ts'
import { type TextLine, lineHeight, padding } from './chart-layout.ts'
import { lineWidth, stateLines } from './text-lines.ts'

/** The id of the dot from which the initial state of a state is entered. */
export const initialId = (state: string) => `${state}#initial`

export interface Size {
  width: number
  height: number
}

/** Returns the size that lines of text take. */
export const textSize = (lines: readonly TextLine[]): Size => ({
  width: Math.ceil(Math.max(...lines.map(lineWidth))),
  height: lines.length * lineHeight,
})

/** Returns the size of a state without those inside it, and the height of its text with the distance above it. */
export function sizeOf(state: StateModel, lines: readonly TextLine[]) {
  if (state.type === 'history') return { width: 26, height: 26, header: 0 }
  const { width, height } = textSize(lines)
  const header = height + padding
  return { width: Math.max(width + 2 * padding, 48), height: header + padding, header }
}

/** Returns what is written into each state, by its id, in lines of at most this many pixels. */
export const textsOf = ({ root }: ChartModel, maxWidth: number) =>
  new Map(
    statesBelow(root).map((state) => [
      state.id,
      state.type === 'history' ? [historyLine(state)] : stateLines(state, maxWidth),
    ]),
  )

const historyLine = ({ history }: StateModel): TextLine => ({
  runs: [{ text: history === 'deep' ? 'H*' : 'H', role: 'name' }],
  transition: null,
  isContinued: false,
})
