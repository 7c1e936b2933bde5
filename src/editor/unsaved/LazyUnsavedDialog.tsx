import { useSelector } from '@xstate/react'
import { type ComponentType, Suspense, lazy } from 'react'
import { isOpen } from '#machines/editing/changes/unsaved-list.ts'
import type { UnsavedDialogProps } from './UnsavedDialog.tsx'

/** Without its code, the messages beside the page still say what was refused. */
const UnsavedDialog = lazy((): Promise<{ default: ComponentType<UnsavedDialogProps> }> =>
  import('../selection-bundle.ts').then(
    (loaded) => ({ default: loaded.UnsavedDialog }),
    () => ({ default: () => null }),
  ),
)

/** Lists what is not saved yet, with the state of each change, once that is requested. */
export function LazyUnsavedDialog(props: UnsavedDialogProps) {
  if (!useSelector(props.unsavedListRef, isOpen)) return null
  return (
    <Suspense>
      <UnsavedDialog {...props} />
    </Suspense>
  )
}
