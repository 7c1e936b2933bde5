import { useCallback, useRef, useSyncExternalStore } from 'react'
import { afterPaint } from '../dom/after-paint.ts'

interface Subscribable {
  subscribe: (listener: () => void) => { unsubscribe: () => void }
}

const never = () => false

/**
 * Returns a value derived from several actors and rerenders only when `isEqual` says that it changed. A change
 * during which `mayWait` returns true is rendered after the next frame.
 */
export function useActorsSelector<Value>(
  refs: readonly Subscribable[],
  select: () => Value,
  isEqual: (left: Value, right: Value) => boolean = Object.is,
  mayWait = never,
): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      let cancel = () => {}
      const notify = () => {
        cancel()
        if (mayWait()) cancel = afterPaint(listener)
        else listener()
      }
      const subscriptions = refs.map((ref) => ref.subscribe(notify))
      return () => {
        cancel()
        for (const subscription of subscriptions) subscription.unsubscribe()
      }
    },
    [refs, mayWait],
  )
  return useStoreValue(subscribe, select, isEqual)
}

/** Returns a value derived from a store, the same one as long as `isEqual` says so. */
export function useStoreValue<Value>(
  subscribe: (listener: () => void) => () => void,
  select: () => Value,
  isEqual: (left: Value, right: Value) => boolean,
): Value {
  const last = useRef<{ value: Value } | null>(null)
  return useSyncExternalStore(subscribe, () => {
    const value = select()
    if (!last.current || !isEqual(last.current.value, value)) last.current = { value }
    return last.current.value
  })
}
