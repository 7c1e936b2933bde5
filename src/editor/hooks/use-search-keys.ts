import { useEffect } from 'react'
import type { SearchDialogRef } from '#machines/admin/search-dialog.ts'
import { isDialogOpen } from '../dom/is-dialog-open.ts'
import { isApple, matchesShortcut } from '../shortcuts.ts'

/** Opens the search of the site by its keys, also where one types. In a formatted text, these link words and never arrive here. */
export const useSearchKeys = (searchDialogRef: SearchDialogRef) =>
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!matchesShortcut(event, 'search') || event.defaultPrevented) return
      // On a Mac, Ctrl+K deletes the rest of the line.
      if (event.ctrlKey && isApple()) return
      // Some browsers would search the web.
      event.preventDefault()
      if (!isDialogOpen()) searchDialogRef.send({ type: 'search.requested' })
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [searchDialogRef])
