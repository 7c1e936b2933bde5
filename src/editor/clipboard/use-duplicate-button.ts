import { useSelector } from '@xstate/react'
import { type EditModeRef, selectPendingActionRef } from '#machines/editing/edit-mode.ts'
import { isBusyWith } from '#machines/editing/pending-action.ts'
import type { ResourceActions } from '../hooks/use-resource-actions.ts'
import { ariaKeyShortcuts, keysLabel, shortcuts } from '../shortcuts.ts'
import { busyReason, templateReason } from './clipboard-actions.ts'

export interface DuplicateButtonProps {
  editModeRef: EditModeRef
  actions: Pick<ResourceActions, 'copying' | 'isAllowed'>
}

/**
 * Returns the attributes of a button that duplicates what is selected; null if nothing that can be copied is
 * selected. Its tooltip gives the keys, or says why the button cannot act.
 */
export function useDuplicateButton({ editModeRef, actions }: DuplicateButtonProps) {
  const pendingActionRef = useSelector(editModeRef, selectPendingActionRef)
  const busy = useSelector(pendingActionRef, isBusyWith('duplicate.requested'))
  const { duplicate } = actions.copying
  if (!duplicate) return null
  const { keys } = shortcuts.duplicate
  const canAct = duplicate.canInsert && actions.isAllowed
  const reason = duplicate.canInsert ? busyReason : templateReason
  return {
    busy,
    unavailable: !canAct,
    title: canAct || busy ? `Duplicate (${keysLabel(keys[0])})` : reason,
    'aria-keyshortcuts': ariaKeyShortcuts(keys),
    onClick: duplicate.act,
  }
}
