import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { type UnsavedRef, selectFieldRefs, selectReorderRefs } from '#machines/unsaved.ts'
import { type WritesRef, isBusy } from '#machines/writes.ts'
import { useTogether } from './use-actors.ts'

/** Everything typed or moved since editing began, each by what it is about. */
export function useHeldBack(unsavedRef: UnsavedRef | undefined) {
  const fields = useSelector(unsavedRef, (snapshot) => snapshot && selectFieldRefs(snapshot))
  const reorders = useSelector(unsavedRef, (snapshot) => snapshot && selectReorderRefs(snapshot))
  return useMemo(() => ({ fields: fields ?? {}, reorders: reorders ?? {} }), [fields, reorders])
}

/** Whether all there is to save has been saved. */
export function useSaving(
  unsavedRef: UnsavedRef | undefined,
  writesRef: WritesRef,
): 'saved' | 'saving' | 'unsaved' {
  const writing = useSelector(writesRef, isBusy)
  const { fields, reorders } = useHeldBack(unsavedRef)
  const refs = useMemo(
    () => [...Object.values(fields), ...Object.values(reorders)],
    [fields, reorders],
  )
  const held = useTogether(refs, () => {
    const has = (tag: 'busy' | 'unsaved') => refs.some((ref) => ref.getSnapshot().hasTag(tag))
    return has('unsaved') ? 'unsaved' : has('busy') ? 'saving' : 'saved'
  })
  return held === 'saved' && writing ? 'saving' : held
}
