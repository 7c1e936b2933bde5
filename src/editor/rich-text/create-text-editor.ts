/** Creates an editor of rich text on an element. */
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { closeHistory, history, redoDepth, undoDepth } from 'prosemirror-history'
import type { Node as DocumentNode } from 'prosemirror-model'
import { AllSelection, EditorState, Plugin, Selection, type Transaction } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { ReplaceStep } from 'prosemirror-transform'
import { EditorView } from 'prosemirror-view'
import { scrollToCaret } from '../dom/scroll-into-view.ts'
import { isEmptyDocument } from './schema/html.ts'
import { inputRulePlugins, separateRule } from './commands/input-rules.ts'
import { keyPlugin } from './commands/keys.ts'
import { createPastePlugin } from './paste/paste-rules.ts'
import { cleanPastedHtml } from './paste/pasted-html.ts'
import { type OnFiles, createPictureFiles } from './pictures/picture-files.ts'
import { undescribedPictures } from './pictures/undescribed-pictures.ts'
import { schema } from './schema/schema.ts'
import { matchesShortcut } from '../shortcuts.ts'

export interface TextEditor {
  view: EditorView
  /** Calls a listener after each transaction. Returns a function that removes it. */
  subscribe: (listener: () => void) => () => void
  /** Makes a change that is undone by itself, without what is typed before it and after it. */
  changeAlone: (change: (state: EditorState) => Transaction) => void
}

/** Puts files at a position of a text. */
export type AddPictures = (editor: TextEditor, files: readonly File[], pos: number) => void

interface TextEditorOptions {
  doc: DocumentNode
  attributes?: Record<string, string>
  /** Called with the document once the user has changed it. */
  onChange?: (doc: DocumentNode) => void
  onBlur?: () => void
  /** Called with the files that are pasted or dropped, and where. */
  onFiles?: AddPictures
}

const isWhole = ({ doc, selection }: EditorState) =>
  selection instanceof AllSelection ||
  (!selection.empty &&
    selection.from === Selection.atStart(doc).from &&
    selection.to === Selection.atEnd(doc).to)

/** Leaves a paragraph without formats where all the text has been deleted. */
const clearPlugin = new Plugin({
  appendTransaction(transactions, before, { doc, tr }) {
    const isComposed = transactions.some((each) => each.getMeta('composition') !== undefined)
    if (isComposed || before.doc.eq(doc) || !isWhole(before) || !isEmptyDocument(doc)) return null
    const empty = schema.nodes.paragraph.create()
    if (doc.childCount !== 1 || doc.firstChild?.type !== empty.type)
      tr.replaceWith(0, doc.content.size, empty).setSelection(Selection.atStart(tr.doc))
    return tr.setStoredMarks(null)
  },
})

const createPlugins = (onFiles: OnFiles) => [
  ...inputRulePlugins,
  keyPlugin,
  createPictureFiles(onFiles),
  createPastePlugin(),
  undescribedPictures,
  clearPlugin,
  tableEditing(),
  history(),
  gapCursor(),
  dropCursor({ class: 'rich-text-drop', color: 'currentColor' }),
]

/** Scrolls as for any other text: ProseMirror knows nothing of the panel. */
const handleScrollToSelection = () => {
  scrollToCaret()
  return true
}

/**
 * Has ProseMirror read where the caret is. A busy browser handles the next key before it tells that a key has moved the caret,
 * and that key would act where the caret was.
 */
const readCaret = (view: EditorView) => {
  const { focusNode, focusOffset } = document.getSelection()!
  if (!focusNode || !view.dom.contains(focusNode)) return
  if (view.posAtDOM(focusNode, focusOffset) !== view.state.selection.head)
    document.dispatchEvent(new Event('selectionchange'))
}

/**
 * Leaves Escape to the page. Undo and redo come here only in a text of which the page has no history, such as that of a new
 * component. Once the text itself has none, the view would prevent their default, so that nothing else answers to them.
 */
const handleKeyDown = (view: EditorView, event: KeyboardEvent) => {
  readCaret(view)
  if (event.isComposing) return false
  return (
    event.key === 'Escape' ||
    (matchesShortcut(event, 'undo') && undoDepth(view.state) === 0) ||
    (matchesShortcut(event, 'redo') && redoDepth(view.state) === 0)
  )
}

/** True for a change by typing or deleting, rather than one of formats, or what is pasted, cut or dropped. */
const isTyping = (tr: Transaction) =>
  tr.getMeta('uiEvent') === undefined && tr.steps.every((step) => step instanceof ReplaceStep)

/** Creates an editor on an element. The caller destroys its view. */
export function createTextEditor(element: HTMLElement, options: TextEditorOptions): TextEditor {
  const { doc, attributes = {}, onChange, onBlur, onFiles } = options
  const listeners = new Set<() => void>()
  let wasSeparate = false
  const view = new EditorView(
    { mount: element },
    {
      state: EditorState.create({
        doc,
        plugins: createPlugins((files, pos) => onFiles?.(editor, files, pos)),
      }),
      attributes,
      handleScrollToSelection,
      transformPastedHTML: cleanPastedHtml,
      handleDOMEvents: { blur: () => onBlur?.(), keydown: handleKeyDown },
      dispatchTransaction(tr) {
        const isRule = separateRule(tr, view.state)
        const { doc: before } = view.state
        const isOwn = tr.docChanged && !tr.getMeta('isRemote')
        // Typing before and after such a change is saved, and undone, by itself.
        if (isOwn && (isRule || wasSeparate || !isTyping(tr))) onBlur?.()
        if (isOwn) wasSeparate = !isTyping(tr)
        view.updateState(view.state.apply(tr))
        for (const listener of listeners) listener()
        if (isOwn && !before.eq(view.state.doc)) onChange?.(view.state.doc)
      },
    },
  )
  const editor = createHandle(view, listeners, onBlur)
  return editor
}

/** Returns what others see of an editor. */
function createHandle(
  view: EditorView,
  listeners: Set<() => void>,
  onBlur: TextEditorOptions['onBlur'],
): TextEditor {
  return {
    view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changeAlone: (change) => {
      // The words before it are saved apart from it, too.
      onBlur?.()
      view.dispatch(closeHistory(change(view.state)))
      view.dispatch(closeHistory(view.state.tr))
      onBlur?.()
    },
  }
}
