/** The DOM listeners that copy, cut, paste and duplicate components by the keys and menus of the browser. */
import { isDialogOpen } from '../dom/is-dialog-open.ts'
import { isTypingIn } from '../hooks/use-shortcut-keys.ts'
import { isApple, matchesShortcut } from '../shortcuts.ts'
import { writeFlavors } from './browser-clipboard.ts'
import { documentTextIn } from './clipboard-flavors.ts'
import type { ClipboardActions } from './clipboard-actions.ts'
import type { PictureActions } from '../pictures/picture-actions.ts'

/** Adds the listeners; aborting the signal removes them. */
export function addClipboardListeners(
  actions: ClipboardActions,
  pictures: PictureActions,
  signal: AbortSignal,
) {
  document.addEventListener('copy', (event) => copyOrCut(event, actions), { signal })
  document.addEventListener('cut', (event) => copyOrCut(event, actions), { signal })
  // Before the text that was edited last: its caret stays when the focus leaves it, and browsers paste there.
  document.addEventListener('paste', (event) => paste(event, actions, pictures), {
    signal,
    capture: true,
  })
  document.addEventListener('keydown', (event) => duplicate(event, actions), { signal })
}

const copyOrCut = (event: ClipboardEvent, actions: ClipboardActions) => {
  if (event.defaultPrevented || isDialogOpen()) return
  // A text has a clipboard of its own, and so has what is selected of the page's words. The target of the event may be in a
  // text that has not the focus any more, but still the caret.
  if (isTypingIn(document.activeElement) || document.getSelection()?.toString())
    return actions.forget()
  actions[event.type === 'cut' ? 'cut' : 'copy']((flavors) => writeFlavors(event, flavors))
}

const paste = (event: ClipboardEvent, actions: ClipboardActions, pictures: PictureActions) => {
  const { activeElement } = document
  if (isDialogOpen() || !event.clipboardData) return
  const text = documentTextIn(event.clipboardData)
  const { files, types } = event.clipboardData
  // A line of text takes words only, so that a picture without any is added after it.
  const isPicture = !types.includes('text/plain') && activeElement?.matches(lineOfText)
  if (isTypingIn(activeElement) && !(isPicture && files.length > 0)) return
  if (text === null && files.length === 0) return actions.refuseWords()
  event.preventDefault()
  if (text === null) pictures.paste(files)
  else actions.paste(text)
}

const lineOfText = '[data-area] [contenteditable]:not([aria-multiline])'

const duplicate = (event: KeyboardEvent, actions: ClipboardActions) => {
  if (!matchesShortcut(event, 'duplicate') || event.defaultPrevented || isDialogOpen()) return
  // On a Mac, Ctrl+D deletes the character after the caret.
  if (event.ctrlKey && isApple()) return
  // Keys that are held down would go on.
  if (event.repeat || actions.duplicate()) event.preventDefault()
}
