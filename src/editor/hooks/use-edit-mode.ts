import { useSelector } from '@xstate/react'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import {
  selectAddResourceRef,
  selectSelectionRef,
  selectPendingEditsRef,
} from '#machines/editing/edit-mode.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'

/** Returns the edit mode actor and its children, which are undefined while edit mode is off. */
export function useEditMode() {
  const editModeRef = useAppActor('editMode')
  return {
    editModeRef,
    selectionRef: useSelector(editModeRef, selectSelectionRef),
    pendingEditsRef: useSelector(editModeRef, selectPendingEditsRef),
    addRef: useSelector(editModeRef, selectAddResourceRef),
  }
}

interface Subscribable {
  subscribe: (listener: () => void) => { unsubscribe: () => void }
}

/** Returns a value derived from several actors and rerenders only when `isEqual` says that it changed. */
export function useActorsSelector<Value>(
  refs: readonly Subscribable[],
  select: () => Value,
  isEqual: (one: Value, other: Value) => boolean = Object.is,
): Value {
  const last = useRef<{ value: Value } | null>(null)
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscriptions = refs.map((ref) => ref.subscribe(listener))
      return () => {
        for (const subscription of subscriptions) subscription.unsubscribe()
      }
    },
    [refs],
  )
  return useSyncExternalStore(subscribe, () => {
    const value = select()
    if (!last.current || !isEqual(last.current.value, value)) last.current = { value }
    return last.current.value
  })
}

/** True when two objects or arrays have identical values under the same keys. */
export function shallowEqual(left: object, right: object) {
  const entries = Object.entries(left)
  return (
    entries.length === Object.keys(right).length &&
    entries.every(([key, value]) => Object.is(Reflect.get(right, key), value))
  )
}
