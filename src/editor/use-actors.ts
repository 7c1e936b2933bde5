import { useSelector } from '@xstate/react'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { selectAddResource, selectResourceManager, selectUnsaved } from '#machines/edit-mode.ts'
import { useAppActor } from '#src/app/actors.tsx'

/** The actors of an editing in progress; those it starts are undefined while nobody edits. */
export function useEditMode() {
  const editModeRef = useAppActor('editMode')
  return {
    editModeRef,
    managerRef: useSelector(editModeRef, selectResourceManager),
    unsavedRef: useSelector(editModeRef, selectUnsaved),
    addRef: useSelector(editModeRef, selectAddResource),
  }
}

interface Subscribable {
  subscribe: (listener: () => void) => { unsubscribe: () => void }
}

/** What several actors amount to. Renders again only when that comes out otherwise. */
export function useTogether<Value>(
  refs: readonly Subscribable[],
  select: () => Value,
  same: (one: Value, other: Value) => boolean = Object.is,
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
    if (!last.current || !same(last.current.value, value)) last.current = { value }
    return last.current.value
  })
}

/** Whether two flat objects or lists hold the same. */
export function isAlike(one: object, other: object) {
  const entries = Object.entries(one)
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.is(Reflect.get(other, key), value))
  )
}
