import { useEffect } from 'react'
import { announce } from '../feedback/announcements.ts'

/** Control and backslash hide all that the editor draws, to see the page as it is, and bring it back. */
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
