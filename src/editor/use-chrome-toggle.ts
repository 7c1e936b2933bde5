import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { type EditModeRef, isEditing, selectEditorChromeRef } from '#machines/editing/edit-mode.ts'
import { isHidden } from '#machines/editing/editor-chrome.ts'
import { isDialogOpen } from './dom/is-dialog-open.ts'
import { matchesShortcut } from './shortcuts.ts'

/**
 * Toggles the editor's chrome with its keys. It comes back as soon as something is pressed or typed on the page that is
 * edited, since what becomes of that would not be seen.
 */
export function useChromeToggle(editModeRef: EditModeRef) {
  const editorChromeRef = useSelector(editModeRef, selectEditorChromeRef)
  const hidden = useSelector(editorChromeRef, isHidden)

  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (!matchesShortcut(event, 'toggleChrome') || isDialogOpen()) return
      event.preventDefault()
      editorChromeRef.send({ type: 'toggle.requested' })
    }
    document.addEventListener('keydown', toggle)
    return () => document.removeEventListener('keydown', toggle)
  }, [editorChromeRef])

  const isPreview = useSelector(editModeRef, isEditing) && hidden
  useEffect(() => {
    if (!isPreview) return
    const controller = new AbortController()
    const show = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-area]'))
        editorChromeRef.send({ type: 'page.edited' })
    }
    // Not with the press itself, whose click would be missed by what moves.
    for (const type of ['click', 'beforeinput'])
      document.addEventListener(type, show, { capture: true, signal: controller.signal })
    return () => controller.abort()
  }, [editorChromeRef, isPreview])

  useEffect(() => {
    const { dataset } = document.documentElement
    if (hidden) dataset['editorHidden'] = ''
    return () => void delete dataset['editorHidden']
  }, [hidden])
}
