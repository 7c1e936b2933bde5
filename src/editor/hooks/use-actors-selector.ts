import { useCallback, useRef, useSyncExternalStore } from 'react'

interface Subscribable {
  subscribe: (listener: () => void) => { unsubscribe: () => void }
}

/** Calls a listener later and returns what prevents that, or returns null, and the listener is called at once. */
export type Delay = (listener: () => void) => (() => void) | null

export const atOnce: Delay = () => null

/** Returns a value derived from several actors and rerenders only when `isEqual` says that it changed, after a delay. */
export function useActorsSelector<Value>(
  refs: readonly Subscribable[],
  select: () => Value,
  isEqual: (left: Value, right: Value) => boolean = Object.is,
  delay = atOnce,
): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      let cancel = () => {}
      const notify = () => {
        cancel()
        const delayed = delay(listener)
        if (delayed) cancel = delayed
        else listener()
      }
      const subscriptions = refs.map((ref) => ref.subscribe(notify))
      return () => {
        cancel()
        for (const subscription of subscriptions) subscription.unsubscribe()
      }
    },
    [refs, delay],
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
