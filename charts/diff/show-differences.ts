/** Shows the differences of two versions of a chart: as marks in the drawing, and in words. */
import type { ChartDifference } from './diff-charts.ts'

/** Returns the marks of what has changed, for the drawing: `added`, `removed` or `changed`. */
export function marksOfDifferences(differences: readonly ChartDifference[]) {
  const marks = new Map(
    differences.map(({ id, change }) => [id, change === 'renamed' ? 'changed' : change] as const),
  )
  return (id: string): string | undefined => marks.get(id)
}

/** Returns differences as lines of text. */
export const differenceLines = (differences: readonly ChartDifference[]) =>
  differences.flatMap(({ what, id, change, details }) => {
    if (change === 'renamed') return [`${what} ${details[0]} is now ${id}`]
    return [`${what} ${id} ${change}`, ...details.map((detail) => `  ${detail}`)]
  })
