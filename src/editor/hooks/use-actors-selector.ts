import { useCallback, useRef, useSyncExternalStore } from 'react'

interface Subscribable {
  subscribe: (listener: () => void) => { unsubscribe: () => void }
}

/** Returns a value derived from several actors and rerenders only when `isEqual` says that it changed. */
export function useActorsSelector<Value>(
  refs: readonly Subscribable[],
  select: () => Value,
  isEqual: (left: Value, right: Value) => boolean = Object.is,
): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscriptions = refs.map((ref) => ref.subscribe(listener))
      return () => {
        for (const subscription of subscriptions) subscription.unsubscribe()
      }
    },
    [refs],
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
