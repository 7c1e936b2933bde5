import { useSelector } from '@xstate/react'
import { type EditModeRef, selectPendingActionRef } from '#machines/editing/edit-mode.ts'
import { isBusyWith } from '#machines/editing/pending-action.ts'
import type { ResourceActions } from '../hooks/use-resource-actions.ts'
import { ariaKeyShortcuts, keysLabel, shortcuts } from '../shortcuts.ts'
import { refusalOf } from '../action-refusal.ts'
import { templateReason } from './clipboard-actions.ts'

export interface DuplicateButtonProps {
  editModeRef: EditModeRef
  actions: Pick<ResourceActions, 'copying'>
}

/**
 * Returns the attributes of a button that duplicates what is selected; null if nothing that can be copied is
 * selected. Its title gives the keys.
 */
export function useDuplicateButton({ editModeRef, actions }: DuplicateButtonProps) {
  const pendingActionRef = useSelector(editModeRef, selectPendingActionRef)
  const busy = useSelector(pendingActionRef, isBusyWith('duplicate.requested'))
  const refusal = useSelector(editModeRef, refusalOf)
  const { duplicate } = actions.copying
  if (!duplicate) return null
  const { keys } = shortcuts.duplicate
  const reason = duplicate.canInsert ? refusal : templateReason
  return {
    busy,
    disabledReason: reason,
    title: `Duplicate (${keysLabel(keys[0])})`,
    'aria-keyshortcuts': ariaKeyShortcuts(keys),
    onClick: duplicate.act,
  }
}
