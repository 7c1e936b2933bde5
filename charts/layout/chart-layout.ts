/** The places of everything in a drawn chart: plain JSON, in whole pixels from its upper left corner. */
import type { StateType } from '../model/chart-model.ts'

export interface ChartLayout {
  /** The id of the machine. */
  id: string
  description: string | null
  width: number
  height: number
  /** Each before those inside it. */
  states: StateShape[]
  edges: EdgeShape[]
}

/** @internal Exported for tests. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

export interface StateShape extends Box {
  /** The id of the state; that of its parent with `#initial` for the dot from which an initial state is entered. */
  id: string
  type: StateType | 'initial'
  /** The number of states around it. */
  depth: number
  /** True for a region of a parallel state. */
  isRegion: boolean
  lines: TextLine[]
  /** Says what the state means; null where nothing does. */
  description: string | null
}

/** An arrow, for all transitions from one state to another. */
export interface EdgeShape {
  from: string
  to: string
  /** The keys of its transitions; none for the arrow to an initial state. */
  transitions: string[]
  points: Point[]
  label: (Box & { lines: TextLine[] }) | null
}

/** A line of text, with the transition that it belongs to. */
export interface TextLine {
  runs: TextRun[]
  transition: string | null
  /** True for a line that goes on with what the one above it says, and is indented. */
  isContinued: boolean
}

/** The meaning of a piece of text, by which it is colored. */
export type TextRole =
  'name' | 'note' | 'tag' | 'event' | 'delay' | 'done' | 'error' | 'guard' | 'action' | 'invoke'

export interface TextRun {
  text: string
  role: TextRole
  /** Says what the text means; absent where nothing does. */
  title?: string
}

export const fontSize = 12
export const lineHeight = 17
/** The distance between the border of a state and its text. */
export const padding = 10
/** The distance by which a continued line begins further to the right. */
export const indent = 10
