/** Opens editors of texts, presses their keys and reads them. */
import { AllSelection, TextSelection } from 'prosemirror-state'
import { onTestFinished } from 'vitest'
import { type TextEditor, createTextEditor } from '#src/editor/rich-text/create-text-editor.ts'
import { parseHtml, serializeHtml } from '#src/editor/rich-text/schema/html.ts'
import { isApple } from '#src/editor/shortcuts.ts'

/** Opens an editor until the end of the test, with the caret where the HTML has a |. */
export const open = (html: string) => {
  const element = document.body.appendChild(document.createElement('div'))
  const editor = createTextEditor(element, { doc: parseHtml(html) })
  const { view } = editor
  onTestFinished(() => {
    view.destroy()
    element.remove()
  })
  view.state.doc.descendants((node, pos) => {
    const index = node.text?.indexOf('|') ?? -1
    if (index === -1) return
    const tr = view.state.tr.delete(pos + index, pos + index + 1)
    tr.setSelection(TextSelection.create(tr.doc, pos + index))
    view.dispatch(tr.setMeta('addToHistory', false))
  })
  return editor
}

/** Presses keys, written as `Mod-Shift-B`. Returns true if the editor has handled them. */
export const press = ({ view }: TextEditor, keys: string) => {
  const names = keys.split('-')
  const key = names.at(-1)!
  const event = new KeyboardEvent('keydown', {
    key: key.length === 1 ? key.toLowerCase() : key,
    ctrlKey: names.includes(isApple() ? 'Ctrl' : 'Mod'),
    metaKey: names.includes('Mod') && isApple(),
    shiftKey: names.includes('Shift'),
    altKey: names.includes('Alt'),
    // By which ProseMirror recognizes keys that it keeps from the browser.
    keyCode: key.length === 1 ? key.charCodeAt(0) : 0,
    cancelable: true,
  })
  view.dom.dispatchEvent(event)
  return event.defaultPrevented
}

/** Returns the HTML of what an editor shows. */
export const htmlIn = ({ view }: TextEditor) => serializeHtml(view.state.doc)

/** Returns the HTML that a text is stored as after it has been edited. */
export const storedHtml = (html: string) => serializeHtml(parseHtml(html))

export const selectAll = ({ view }: TextEditor) =>
  view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)))
