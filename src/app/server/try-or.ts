/**
 * Returns the result of `first`, or of `orElse` with the error when `first` throws. Components themselves catch no
 * errors.
 */
export const tryOr = <Value>(first: () => Value, orElse: (thrown: unknown) => Value): Value => {
  try {
    return first()
  } catch (error) {
    return orElse(error)
  }
}
