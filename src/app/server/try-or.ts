/** Returns the result of `first`, or of `orElse` with the error when `first` throws. Components do not catch; this does. */
export const tryOr = <Value>(first: () => Value, orElse: (thrown: unknown) => Value): Value => {
  try {
    return first()
  } catch (error) {
    return orElse(error)
  }
}
