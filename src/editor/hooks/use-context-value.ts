import { useCallback } from 'react'
import type { AnyMachineSnapshot } from 'xstate'
import { useStoreValue } from './use-actors-selector.ts'

/** An actor of a machine, such as the selection. */
interface MachineRef<Snapshot extends AnyMachineSnapshot> {
  getSnapshot: () => Snapshot
  subscribe: (listener: (snapshot: Snapshot) => void) => { unsubscribe: () => void }
}

/**
 * Returns a value that `select` derives from the context of an actor alone. It is derived again only when the context has
 * changed: all components of a page observe the same actors, and most events of these change no context.
 */
export function useContextValue<Snapshot extends AnyMachineSnapshot, Value>(
  ref: MachineRef<Snapshot>,
  select: (snapshot: Snapshot) => Value,
  isEqual: (one: Value, other: Value) => boolean = Object.is,
): Value {
  const subscribe = useCallback((listener: () => void) => observe(ref, listener), [ref])
  return useStoreValue(subscribe, () => select(ref.getSnapshot()), isEqual)
}

type Observe = (listener: () => void) => () => void
const observed = new WeakMap<object, Observe>()

/** Calls the listener when the context of the actor has changed. Returns a function that ends this. */
const observe = <Snapshot extends AnyMachineSnapshot>(
  ref: MachineRef<Snapshot>,
  listener: () => void,
) => {
  const add = observed.get(ref) ?? createObserver(ref)
  observed.set(ref, add)
  return add(listener)
}

/** Shares one subscription of an actor among all listeners. */
const createObserver = <Snapshot extends AnyMachineSnapshot>(
  ref: MachineRef<Snapshot>,
): Observe => {
  const listeners = new Set<() => void>()
  const start = () => {
    let last: unknown = ref.getSnapshot().context
    return ref.subscribe(({ context }) => {
      if (context === last) return
      last = context
      for (const listener of listeners) listener()
    })
  }
  let subscription: ReturnType<typeof start> | null = null
  return (listener) => {
    subscription ??= start()
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      subscription?.unsubscribe()
      subscription = null
    }
  }
}
