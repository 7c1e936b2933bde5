import { useEffect } from 'react'
import type { ShortcutListRef } from '#machines/editing/shortcut-list.ts'
import { isDialogOpen } from '../dom/is-dialog-open.ts'
import { isCharacterKey, pressedKeys } from '../shortcuts.ts'

/** Opens the list of shortcuts by its keys; by the one that types a character only where nothing is typed. */
export const useShortcutKeys = (shortcutListRef: ShortcutListRef) =>
  useEffect(() => {
    const showShortcuts = (event: KeyboardEvent) => {
      const keys = pressedKeys(event, 'showShortcuts')
      if (keys === undefined || event.defaultPrevented) return
      if (isCharacterKey(keys)) {
        if (isTyping(event) || isDialogOpen()) return
        shortcutListRef.send({ type: 'characterKey.pressed' })
      } else {
        event.preventDefault()
        shortcutListRef.send({ type: 'list.requested' })
      }
    }
    document.addEventListener('keydown', showShortcuts)
    return () => document.removeEventListener('keydown', showShortcuts)
  }, [shortcutListRef])

/** The elements that take characters: text fields, and lists that are searched by them. */
const takingCharacters = [
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="file"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  ...['textbox', 'searchbox', 'combobox', 'listbox', 'menu'].map((role) => `[role="${role}"]`),
].join()

/** True for an element that takes characters, or is inside one. */
export const isTypingIn = (target: EventTarget | null) =>
  target instanceof Element && target.closest(takingCharacters) !== null

const isTyping = ({ target, isComposing }: KeyboardEvent) => isComposing || isTypingIn(target)
