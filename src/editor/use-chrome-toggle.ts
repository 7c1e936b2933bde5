import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { type EditModeRef, selectEditorChromeRef } from '#machines/editing/edit-mode.ts'
import { isHidden } from '#machines/editing/editor-chrome.ts'
import { matchesShortcut } from './shortcuts.ts'

/** Toggles the editor's chrome with its keys. */
export function useChromeToggle(editModeRef: EditModeRef) {
  const editorChromeRef = useSelector(editModeRef, selectEditorChromeRef)
  const hidden = useSelector(editorChromeRef, isHidden)

  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (!matchesShortcut(event, 'toggleChrome')) return
      event.preventDefault()
      editorChromeRef.send({ type: 'toggle.requested' })
    }
    document.addEventListener('keydown', toggle)
    return () => document.removeEventListener('keydown', toggle)
  }, [editorChromeRef])

  useEffect(() => {
    const { dataset } = document.documentElement
    if (hidden) dataset['editorHidden'] = ''
    return () => void delete dataset['editorHidden']
  }, [hidden])
}
