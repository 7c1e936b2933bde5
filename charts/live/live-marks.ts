/** Marks what a chart shows of a running machine (see `live-styles.ts`). */
import type { MarksOf } from '../drawing/ChartDrawing.tsx'
import type { LiveState, Readiness } from './readiness.ts'

interface Shown {
  /** Null where no actor of the machine is alive. */
  live: LiveState | null
  /** The last step that took a transition. */
  last: { id: number; taken: readonly string[] } | null
  /** The id of the state that is pointed out. */
  chosen: string | null
}

const marksOfReadiness = {
  open: 'enabled',
  refused: 'refused',
  depends: 'depends',
  guarded: 'depends',
} satisfies Record<Readiness, string>

/** Returns the marks of states by their ids, and of transitions by their keys. */
export function liveMarks({ live, last, chosen }: Shown): MarksOf {
  const taken = new Set(last?.taken)
  // Two names, so that the animation begins anew when a transition is taken again.
  const takenMarks = `taken taken-${(last?.id ?? 0) % 2}`
  return (id) => {
    const readiness = live?.readiness.get(id)
    const marks = [
      live?.active.has(id) && 'active',
      id === chosen && 'chosen',
      readiness && marksOfReadiness[readiness],
      taken.has(id) && takenMarks,
    ].filter(Boolean)
    return marks.length > 0 ? marks.join(' ') : undefined
  }
}
