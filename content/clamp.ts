/** Returns the nearest value that is no less than the minimum and no more than the maximum. */
export const clamp = (value: number, min: number, max: number) =>
  Math.min(Math.max(value, min), max)
