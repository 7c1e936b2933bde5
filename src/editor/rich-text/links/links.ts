/** Makes the links of a text, by the format button, by typing an address and by pasting one, as content may have them. */
import { InputRule } from 'prosemirror-inputrules'
import type { ResolvedPos } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { completeAddress } from '#content/links/address-input.ts'
import { isLink } from '#content/links/link.ts'
import { schema } from '../schema/schema.ts'

const { link } = schema.marks

/** Matches an address that was typed. One without a scheme or `www.` may be something else. */
const typedAddress = String.raw`(?:^|\s)((?:https?:\/\/|www\.)\S*[^\s.,;:!?)\]}'"])`

/** Returns the mark of a link to an address, completed where it has no scheme; null where no link can have it. */
export function linkTo(address: string) {
  const href = completeAddress(address)
  return isLink(href) ? link.create({ href }) : null
}

/** Returns a transaction that makes a link of an address that ends at a position, or null if it cannot be one. */
function linkBefore({ doc, tr }: EditorState, address: string, end: number) {
  const mark = linkTo(address)
  const from = end - address.length
  if (!mark || doc.rangeHasMark(from, end, link)) return null
  return tr.addMark(from, end, mark)
}

/** Makes a link of an address once a space is typed after it. */
export const linkRule = new InputRule(
  new RegExp(`${typedAddress} $`, 'i'),
  (state, [, address = ''], _start, end) => linkBefore(state, address, end - 1),
  { inCodeMark: false },
)

/** Makes a link of the address before the caret. */
export const linkTypedAddress: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || !$from.parent.type.allowsMarkType(link)) return false
  const text = $from.parent.textBetween(0, $from.parentOffset, null, '\uFFFC')
  const address = new RegExp(`${typedAddress}$`, 'i').exec(text)?.[1]
  const tr = address ? linkBefore(state, address, $from.pos) : null
  if (tr) dispatch?.(tr)
  return tr !== null
}

/** Returns what is pasted if it is an address and nothing else, otherwise null. */
const addressIn = (text: string) => {
  const address = text.trim()
  return /^(https?:\/\/|mailto:|tel:)\S+$/i.test(address) && isLink(address) ? address : null
}

/** Makes a link of the selected text when an address is pasted, or inserts it as one. */
export function pasteLink(view: EditorView, { clipboardData }: ClipboardEvent) {
  const href = addressIn(clipboardData?.getData('text/plain') ?? '')
  const { selection, tr } = view.state
  if (!href || !selection.$from.parent.type.allowsMarkType(link)) return false
  // A link that was copied from a page is pasted with its own text.
  if (selection.empty && clipboardData?.types.includes('text/html')) return false
  const mark = link.create({ href })
  if (selection.empty) tr.replaceSelectionWith(schema.text(href, [mark]), false)
  else tr.addMark(selection.from, selection.to, mark)
  view.dispatch(tr.removeStoredMark(link).scrollIntoView())
  return true
}

/** Returns the mark of the link at the caret or at the start of the selected text, or undefined. */
function markAt({ $from, empty }: EditorState['selection']) {
  const nodes = empty ? [$from.nodeAfter, $from.nodeBefore] : [$from.nodeAfter]
  return nodes.map((node) => node && link.isInSet(node.marks)).find(Boolean)
}

/** Returns the address of the link at the caret or at the start of the selected text; null where there is none. */
export function linkAt({ selection }: EditorState): string | null {
  const href: unknown = markAt(selection)?.attrs['href']
  return typeof href === 'string' ? href : null
}

/** Returns where the link at a position begins and ends, or null where there is none. */
function linkRange($pos: ResolvedPos) {
  const { parent, parentOffset } = $pos
  const markOf = (index: number) => link.isInSet(parent.maybeChild(index)?.marks ?? [])
  const { index: after } = parent.childAfter(parentOffset)
  const { index: before } = parent.childBefore(parentOffset)
  const found = markOf(after) ? after : before
  const mark = markOf(found)
  if (!mark) return null
  const isSame = (index: number) => markOf(index)?.eq(mark) === true
  let first = found
  let last = found
  while (isSame(first - 1)) first -= 1
  while (isSame(last + 1)) last += 1
  return { from: $pos.posAtIndex(first), to: $pos.posAtIndex(last + 1) }
}

/**
 * Returns a command that sets the address of the link around the selection, or removes the link for ''. Where there is
 * neither a link nor a selection, the address is inserted as a link.
 */
export const setLink =
  (address: string): Command =>
  (state, dispatch) => {
    const { tr, selection } = state
    const range = linkRange(selection.$from)
    if (range && range.from <= selection.from && range.to >= selection.to)
      tr.setSelection(TextSelection.create(tr.doc, range.from, range.to))
    const { from, to, empty } = tr.selection
    const mark = link.create({ ...markAt(selection)?.attrs, href: address })
    if (!address) tr.removeMark(from, to, link).removeStoredMark(link)
    else if (empty) tr.replaceSelectionWith(schema.text(address, [mark]), false)
    else tr.addMark(from, to, mark)
    dispatch?.(tr)
    return true
  }
