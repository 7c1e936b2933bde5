/** Calls a function of a machine without a context, to read what it returns in any case. */

/**
 * Returns what a function returns when everything that it is given is a placeholder, whose properties and results are
 * placeholders again; undefined if it throws. A property that is a literal in the function's source is then that literal.
 * Such functions of XState have no side effects: it may call them as often as it wants.
 */
export function evaluated(run: Function): unknown {
  try {
    return (run as (...args: unknown[]) => unknown)(placeholder, placeholder)
  } catch {
    return undefined
  }
}

const placeholder: unknown = new Proxy(function anything() {}, {
  get: (_, property) => {
    if (property === Symbol.toPrimitive) return () => ''
    // It is empty, so that no loop over it goes on for ever, and no promise, so that nothing waits for it.
    if (property === Symbol.iterator) return () => [][Symbol.iterator]()
    return property === 'then' || property === 'length' ? undefined : placeholder
  },
  apply: () => placeholder,
  construct: () => placeholder as object,
})
