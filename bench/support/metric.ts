/** A measured figure and the limit it must hold. */
export interface Metric {
  name: string
  value: number
  unit: string
  limit: { atMost: number } | { atLeast: number }
}

/** True if the value is within the limit, which is included. */
export const isWithinLimit = ({ value, limit }: Metric) =>
  'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast

/** Returns the value that `share` of all values do not exceed. */
export const percentile = (values: readonly number[], share: number) => {
  const sorted = values.toSorted((left, right) => left - right)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (value === undefined) throw new Error('A percentile needs at least one value.')
  return value
}
