import type { SearchTarget, SiteAction } from '#content/admin/site-commands.ts'
import { locationOf } from '#content/navigation/location.ts'
import { isEditing } from '#machines/editing/edit-mode.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useEditMode } from './use-edit-mode.ts'
import { useSignOut } from './use-sign-out.ts'

/** Returns a function that opens a result of the search as a link to it would be followed, or does what it stands for. */
export function useOpenTarget() {
  const { editModeRef, draftsListRef } = useEditMode()
  const navigationRef = useAppActor('navigation')
  const shortcutListRef = useAppActor('shortcutList')

  const actions: Readonly<Record<SiteAction, () => void>> = {
    edit: () => editModeRef.send({ type: 'edit.requested' }),
    finish: () => editModeRef.send({ type: 'exit.requested' }),
    reviewChanges: () => draftsListRef?.send({ type: 'list.requested' }),
    showShortcuts: () => shortcutListRef.send({ type: 'list.requested' }),
    signOut: useSignOut(),
  }
  const open = (href: string) => {
    // While editing, once all edits are saved.
    if (isEditing(editModeRef.getSnapshot())) editModeRef.send({ type: 'open.requested', href })
    else navigationRef.send({ type: 'navigation.requested', to: locationOf(href), source: 'link' })
  }
  return (target: SearchTarget) => ('href' in target ? open(target.href) : actions[target.action]())
}
