/** Subscribes to signals, and changes several as one. */
import { effect, endBatch, setActiveSub, startBatch } from 'alien-signals'

/** Calls `onChange` each time what `read` returns has changed, once for each batch. Returns a function that ends this. */
export const subscribe = <Value>(read: () => Value, onChange: (value: Value) => void) => {
  let last: { value: Value } | null = null
  return effect(() => {
    const value = read()
    const isChanged = last !== null && !Object.is(last.value, value)
    last = { value }
    if (!isChanged) return
    // Reads in `onChange` must not become a dependency of this subscription.
    untracked(() => onChange(value))
  })
}

/** Calls a function whose reads are no dependency of anything. */
export const untracked = <Value>(read: () => Value): Value => {
  const subscriber = setActiveSub()
  try {
    return read()
  } finally {
    setActiveSub(subscriber)
  }
}

/** Makes several changes one: subscribers are told once, of the state after all of them. */
export const batch = (change: () => void) => {
  startBatch()
  try {
    change()
  } finally {
    endBatch()
  }
}
