import { useSelector } from '@xstate/react'
import { isOpen } from '#machines/editing/changes/unsaved-list.ts'
import { lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { loadTools } from '../load-tools.ts'
import type { UnsavedDialogProps } from './UnsavedDialog.tsx'

/** Without its code, the messages beside the page still say what was refused. */
const UnsavedDialog = lazyView(async () => (await loadTools()).UnsavedDialog)

/** Lists what is not saved yet, with the state of each change, once that is requested. */
export const LazyUnsavedDialog = (props: UnsavedDialogProps) =>
  useSelector(props.unsavedListRef, isOpen) ? <UnsavedDialog {...props} /> : null
