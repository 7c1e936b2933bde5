/** The first thing that can be done, or else the second. */
export const tryOr = <Value>(first: () => Value, orElse: (problem: unknown) => Value): Value => {
  try {
    return first()
  } catch (problem) {
    return orElse(problem)
  }
}
