import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { isIriOf } from '#content/model/iri.ts'
import { selectClipboardRef, selectMultipleSelectionRef } from '#machines/editing/edit-mode.ts'
import { selectCurrentPage } from '#machines/page/fetcher.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useResourceCache } from '#src/resources/use-resource.ts'
import { useSelection } from '../hooks/use-selection.ts'
import type { EditorActorRefs } from '../panel/editor-actor-refs.ts'
import type { MenuEntry } from '../menu/MenuItem.tsx'
import { shortcuts } from '../shortcuts.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { createClipboardActions } from './clipboard-actions.ts'
import type { ClipboardActionsContext } from './copied-components.ts'

export type ClipboardActionsRefs = Pick<
  EditorActorRefs,
  'editModeRef' | 'selectionRef' | 'pendingEditsRef'
>

/** Returns the functions that duplicate, copy, cut and paste. */
export function useClipboardActions(refs: ClipboardActionsRefs) {
  const context = useClipboardContext(refs)
  return useMemo(() => createClipboardActions(context), [context])
}

/** Returns what these functions read and send to. */
export function useClipboardContext({
  editModeRef,
  selectionRef,
  pendingEditsRef,
}: ClipboardActionsRefs): ClipboardActionsContext {
  const { read } = useResourceCache()
  const site = useSiteKinds()
  const clipboardRef = useSelector(editModeRef, selectClipboardRef)!
  const multipleSelectionRef = useSelector(editModeRef, selectMultipleSelectionRef)!
  const notificationsRef = useAppActor('notifications')
  const fetcherRef = useAppActor('fetcher')
  return useMemo(
    () => {
      const page = () => selectCurrentPage(fetcherRef.getSnapshot())
      const refs = {
        editModeRef,
        selectionRef,
        multipleSelectionRef,
        pendingEditsRef,
        clipboardRef,
      }
      return { ...refs, notificationsRef, read, site, page }
    },
    // prettier-ignore
    [editModeRef, selectionRef, multipleSelectionRef, pendingEditsRef, clipboardRef, notificationsRef, fetcherRef, read, site],
  )
}

interface SelectionLimits {
  /** True for what belongs to the template of a page of data. */
  isLocked: boolean
  /** True if something can be added beside what is selected. */
  canInsert: boolean
}

export type ClipboardControls = ReturnType<typeof useClipboardControls>

/** Returns what can be done with the selected component and the clipboard; null for what does not apply. */
export function useClipboardControls(
  refs: ClipboardActionsRefs,
  { isLocked, canInsert }: SelectionLimits,
) {
  const { duplicate, copy, cut, pasteClipboard } = useClipboardActions(refs)
  const { selectedIri = '', isNew } = useSelection(refs.selectionRef)
  const isComponent = isIriOf('COMPONENT', selectedIri) && !isNew
  return useMemo(
    () => ({
      duplicate: isComponent && !isLocked ? { act: duplicate, canInsert } : null,
      copy: isComponent && !isLocked ? () => copy() : null,
      cut: isComponent && canInsert ? () => cut() : null,
      paste: canInsert && !isNew ? pasteClipboard : null,
    }),
    [isComponent, isNew, canInsert, isLocked, duplicate, copy, cut, pasteClipboard],
  )
}

/** Returns the entries of a menu about the clipboard. Copying changes nothing, so it is always allowed. */
export const clipboardEntries = (
  { copy, cut, paste }: Pick<ClipboardControls, 'copy' | 'cut' | 'paste'>,
  disabledReason: string | null,
): MenuEntry[] => [
  ...(copy ? [{ label: 'Copy', keys: shortcuts.copy.keys, act: copy, disabledReason: null }] : []),
  ...(cut ? [{ label: 'Cut', keys: shortcuts.cut.keys, act: cut, disabledReason }] : []),
  ...(paste ? [{ label: 'Paste', keys: shortcuts.paste.keys, act: paste, disabledReason }] : []),
]
