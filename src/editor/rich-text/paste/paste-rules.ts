/** Formats text that is pasted or dropped: Markdown, numbered lines as lists, and code of a code editor as a block. */
import { Fragment, type MarkType, type Node as DocumentNode, Slice } from 'prosemirror-model'
import { Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { markOf, markPatterns } from '../commands/input-rules.ts'
import { pasteLink } from '../links/links.ts'
import { isOwnHtml } from './pasted-html.ts'
import { schema } from '../schema/schema.ts'

const { codeBlock, listItem, orderedList, paragraph } = schema.nodes

/** Returns the parts of a text in which the Markdown of a mark is that mark. */
function markText(node: DocumentNode, pattern: string, type: MarkType): DocumentNode[] {
  const { text = '' } = node
  const parts: DocumentNode[] = []
  let end = 0
  for (const { 0: all, 1: written = '', 2: content = '', 3: address, index } of text.matchAll(
    new RegExp(pattern, 'g'),
  )) {
    const mark = markOf(type, address)
    if (!mark) continue
    const start = index + all.length - written.length
    if (start > end) parts.push(node.cut(end, start))
    parts.push(schema.text(content, mark.addToSet(node.marks)))
    end = index + all.length
  }
  if (end < text.length) parts.push(node.cut(end))
  return parts
}

const hasCode = ({ marks }: DocumentNode) => marks.some(({ type }) => type.spec.code)

/** Returns what is pasted with the marks that its Markdown means. */
function markFragment(fragment: Fragment): Fragment {
  const nodes = fragment.content.flatMap((node) => {
    if (!node.isText) return node.type.spec.code ? node : node.copy(markFragment(node.content))
    return markPatterns.reduce(
      (parts, { pattern, type }) =>
        parts.flatMap((part) => (hasCode(part) ? part : markText(part, pattern, type))),
      [node],
    )
  })
  return Fragment.fromArray(nodes)
}

const isOwn = (data: DataTransfer | null) => isOwnHtml(data?.getData('text/html') ?? '')

/** Returns a list of lines that are numbered one after the other, or null where they are not. */
function listOf(text: string) {
  const lines = text.split('\n').filter((line) => line.trim())
  const items = lines.map((line) => /^\s*(\d+)[.)]\s+(\S.*)$/.exec(line.trimEnd()))
  const start = Number(items[0]?.[1])
  if (!items.every((item, index) => item && Number(item[1]) === start + index)) return null
  const nodes = items.map((item) =>
    listItem.create(null, paragraph.create(null, schema.text(item?.[2] ?? ''))),
  )
  return nodes.length > 0 ? orderedList.create({ start }, nodes) : null
}

/** True for code that was copied from an editor for code, which says its language. */
const isCode = (data: DataTransfer) => /"mode":\s*"/.test(data.getData('vscode-editor-data'))

/** Pastes numbered lines as a list, and code as a block of code. */
function pasteBlock(view: EditorView, { clipboardData: data }: ClipboardEvent) {
  const text = data?.getData('text/plain')
  const { selection, tr } = view.state
  if (!data || !text || selection.$from.parent.type.spec.code) return false
  const block = isCode(data)
    ? codeBlock.create(null, schema.text(text.replaceAll(/\r\n?/g, '\n')))
    : data.getData('text/html').trim()
      ? null
      : listOf(text)
  if (!block) return false
  tr.replaceSelectionWith(block)
  if (block.type === codeBlock && tr.selection.$from.parent.type !== codeBlock)
    tr.setSelection(TextSelection.near(tr.doc.resolve(Math.max(0, tr.selection.from - 2))))
  view.dispatch(tr.setMeta('paste', true))
  return true
}

/** Formats what is pasted or dropped, unless it was copied from a text of an editor or is pasted as plain text. */
export function createPastePlugin() {
  let isOwnContent = false
  let isPlain = false
  const begin = (data: DataTransfer | null) => {
    isOwnContent = isOwn(data)
    isPlain = false
  }
  return new Plugin({
    props: {
      handleDOMEvents: {
        paste: (_view, { clipboardData }) => begin(clipboardData),
        drop: (_view, { dataTransfer }) => begin(dataTransfer),
      },
      // The first of these for each paste: it is plain by the keys with Shift, and in code.
      transformPastedText: (text, plain) => {
        isPlain = plain
        return text
      },
      handlePaste: (view, event) => !isPlain && (pasteLink(view, event) || pasteBlock(view, event)),
      transformPasted: (slice) =>
        isOwnContent || isPlain
          ? slice
          : new Slice(markFragment(slice.content), slice.openStart, slice.openEnd),
    },
  })
}
