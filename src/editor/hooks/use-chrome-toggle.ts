import { useEffect } from 'react'
import { announce } from '../feedback/announcements.ts'

/** Toggles the editor's chrome with Ctrl+\ or Cmd+\, to see the page as visitors do. */
export function useChromeToggle() {
  useEffect(() => {
    const { dataset } = document.documentElement
    const toggle = (event: KeyboardEvent) => {
      if (event.key !== '\\' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      const hidden = dataset['editorHidden'] === undefined
      if (hidden) dataset['editorHidden'] = ''
      else delete dataset['editorHidden']
      announce(hidden ? 'Editor hidden. The same keys bring it back.' : 'Editor shown')
    }
    document.addEventListener('keydown', toggle)
    return () => {
      document.removeEventListener('keydown', toggle)
      delete dataset['editorHidden']
    }
  }, [])
}
