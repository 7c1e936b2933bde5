/** Functions that mount a Tiptap editor and update its content and selection. */
import { Editor, createDocument } from '@tiptap/core'
import { Selection, TextSelection } from '@tiptap/pm/state'
import type { Html } from '#content/model/field.ts'
import type { Point } from '#machines/editing/page-input.ts'
import { scrollToCaret } from '../dom/scroll-into-view.ts'
import { extensions } from './tiptap-extensions.ts'

interface MountOptions {
  element: HTMLElement
  html: string
  attributes: Record<string, string>
  onChange: (html: Html | null) => void
  onBlur: () => void
}

/** Mounts a Tiptap editor on an element in place of its content. The caller destroys it. */
export function mountEditor({ element, html, attributes, onChange, onBlur }: MountOptions) {
  // Reusing the element keeps its position, its styles and its focus.
  element.textContent = ''
  return new Editor({
    element: { mount: element },
    // The rules are in our own style sheet; an injected <style> would need an exception in the content security policy.
    injectCSS: false,
    extensions,
    content: html,
    editorProps: { attributes, handleScrollToSelection },
    onUpdate: ({ editor }) => onChange(htmlOf(editor)),
    onBlur,
  })
}

/** Scrolls as for any other text: ProseMirror knows nothing of the panel. */
const handleScrollToSelection = () => {
  scrollToCaret()
  return true
}

/** Returns the editor's HTML, or null when it is empty. Its extensions produce allowed elements only. */
export const htmlOf = (editor: Editor) => (editor.isEmpty ? null : (editor.getHTML() as Html))

/**
 * Focuses an editor that was mounted by a press, with the caret where the pointer was pressed, or by focusing its
 * element. A text that is selected otherwise is not focused, so that nothing is typed into it by accident.
 */
export function focusEditor(
  editor: Editor,
  element: HTMLElement,
  press: { from: Point; to: Point } | null,
) {
  if (!press && document.activeElement !== element) return
  element.focus({ preventScroll: true })
  if (press) selectBetweenPoints(editor, press)
  editor.view.focus()
}

/** Places the caret where the pointer was pressed, or selects from there to where it was released. */
function selectBetweenPoints({ view }: Editor, { from, to }: { from: Point; to: Point }) {
  const anchor = view.posAtCoords({ left: from.x, top: from.y })
  const head = view.posAtCoords({ left: to.x, top: to.y })
  if (!anchor || !head) return
  const { doc } = view.state
  const selection = TextSelection.between(doc.resolve(anchor.pos), doc.resolve(head.pos))
  view.dispatch(view.state.tr.setSelection(selection))
}

/** Sets the address of the link around the selection; an empty one removes the link. */
export function setLink(editor: Editor, address: string) {
  const chain = editor.chain().extendMarkRange('link')
  if (address) chain.setLink({ href: address }).run()
  else chain.unsetLink().run()
}

/** Replaces the content, touching only the part that differs so that the caret stays where it is. */
export function replaceContent({ schema, view }: Editor, html: string) {
  const target = createDocument(html, schema)
  const { doc, tr } = view.state
  const start = doc.content.findDiffStart(target.content)
  if (start === null) return
  // `findDiffEnd` is not null here: there is a last difference where there is a first.
  let { a, b } = doc.content.findDiffEnd(target.content)!
  const overlap = start - Math.min(a, b)
  if (overlap > 0) {
    a += overlap
    b += overlap
  }
  tr.replace(start, a, target.slice(start, b))
  tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(view.state.selection.head))))
  // A remote change is no user input: no update event, nothing to undo.
  view.dispatch(tr.setMeta('preventUpdate', true).setMeta('addToHistory', false))
}

/** Destroys an editor and removes the attributes and classes that it leaves on its element. */
export function unmountEditor(editor: Editor, textEl: HTMLElement) {
  editor.destroy()
  textEl.removeAttribute('contenteditable')
  textEl.removeAttribute('translate')
  textEl.classList.remove(
    ...[...textEl.classList].filter((name) => /^(tiptap|ProseMirror)/.test(name)),
  )
}
