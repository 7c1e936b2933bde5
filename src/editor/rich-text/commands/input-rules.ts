/** The Markdown that makes formats while one types, and the links of addresses that are typed. */
import { closeHistory } from 'prosemirror-history'
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules'
import type { MarkType } from 'prosemirror-model'
import { type EditorState, Plugin, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { caretOf } from './caret.ts'
import { linkRule, linkTypedAddress, linkTo } from '../links/links.ts'
import { schema } from '../schema/schema.ts'

const { blockquote, bulletList, codeBlock, heading, horizontalRule, orderedList } = schema.nodes
const { bold, code, italic, link, strike } = schema.marks

/** The Markdown of each mark. The second group is what is marked, and the third the address of a link. */
export const markPatterns: readonly { pattern: string; type: MarkType }[] = [
  { pattern: String.raw`(?<!!)(\[([^[\]]+)\]\(([^\s()]+)\))`, type: link },
  { pattern: String.raw`(?:^|\s)(\*\*(?!\s+\*\*)([^*]+)\*\*(?!\s+\*\*))`, type: bold },
  { pattern: String.raw`(?:^|\s)(__(?!\s+__)([^_]+)__(?!\s+__))`, type: bold },
  { pattern: String.raw`(?:^|\s)(\*(?!\s+\*)([^*]+)\*(?!\s+\*))`, type: italic },
  { pattern: String.raw`(?:^|\s)(_(?!\s+_)([^_]+)_(?!\s+_))`, type: italic },
  { pattern: String.raw`(?:^|\s)(~~(?!\s+~~)([^~]+)~~(?!\s+~~))`, type: strike },
  { pattern: '(?<!`)(`([^`]+)`)(?!`)', type: code },
]

/** Returns the mark that Markdown means, or null for an address that no link can have. */
export const markOf = (type: MarkType, address: string | undefined) =>
  address === undefined ? type.create() : linkTo(address)

const markRule = (pattern: string, type: MarkType) =>
  new InputRule(
    new RegExp(`${pattern}$`),
    ({ tr }, [all, written = '', content = '', address], start, end) => {
      const mark = markOf(type, address)
      if (!mark) return null
      const from = start + all.length - written.length
      const contentFrom = from + written.indexOf(content)
      const contentTo = contentFrom + content.length
      tr.delete(contentTo, end).delete(from, contentFrom)
      return tr.addMark(from, from + content.length, mark).removeStoredMark(type)
    },
    { inCodeMark: false },
  )

/** Puts a divider before the block, which is then empty. */
const dividerRule = new InputRule(/^(?:---|—-|___\s|\*\*\*\s)$/, ({ tr }, _match, start, end) =>
  tr
    .delete(start, end)
    .insert(start - 1, horizontalRule.create())
    .scrollIntoView(),
)

const listRules = [
  wrappingInputRule(/^\s*([-+*])\s$/, bulletList),
  wrappingInputRule(
    /^(\d+)\.\s$/,
    orderedList,
    ([, number]) => ({ start: Number(number) }),
    ([, number], { attrs, childCount }) =>
      (attrs['type'] ?? '1') === '1' && childCount + Number(attrs['start']) === Number(number),
  ),
]

const blockRules = [
  // A single # makes a heading of the second level: the first is that of the page.
  textblockTypeInputRule(/^(#{1,6})\s$/, heading, ([, marks = '']) => ({
    level: Math.max(2, marks.length),
  })),
  wrappingInputRule(/^\s*>\s$/, blockquote),
  textblockTypeInputRule(/^(?:```|~~~)(?:[a-z]+)?\s$/, codeBlock),
  dividerRule,
]

const markRules = markPatterns.map(({ pattern, type }) => markRule(pattern, type))

const rulesPlugin = inputRules({ rules: [linkRule, ...blockRules, ...listRules, ...markRules] })

/** Applies the rule that matches the text before the caret, followed by `typed`. Returns false when there is none. */
function applyRule(view: EditorView, typed: string) {
  const pos = caretOf(view.state)?.pos
  if (pos === undefined) return false
  const insert = () => view.state.tr.insertText(typed, pos)
  return (
    rulesPlugin.props.handleTextInput?.call(rulesPlugin, view, pos, pos, typed, insert) === true
  )
}

/** Inserts what is typed before a rule is applied to it, so that undo leaves all of it. */
const typingPlugin = new Plugin({
  props: {
    handleTextInput(view, _from, _to, _typed, insert) {
      view.dispatch(insert())
      applyRule(view, '')
      return true
    },
  },
})

/** Applies the rules that end with a space when a line is ended, too. */
const enterPlugin = new Plugin({
  props: {
    handleKeyDown(view, event) {
      if (event.key !== 'Enter' || !caretOf(view.state)) return false
      linkTypedAddress(view.state, view.dispatch)
      return applyRule(view, '\n')
    },
  },
})

export const inputRulePlugins = [enterPlugin, typingPlugin, rulesPlugin]

/**
 * Makes the change of a rule a step of its own in the history, apart from what is typed for it and after it. Returns true
 * for such a change, and for the one after it.
 */
export function separateRule(tr: Transaction, state: EditorState) {
  const applied = tr.getMeta(rulesPlugin) as object | undefined
  const isSeparate = Boolean(applied ?? rulesPlugin.getState(state))
  if (isSeparate) closeHistory(tr)
  // Backspace would insert the new line of Enter as text.
  if (applied) tr.setMeta(rulesPlugin, { ...applied, text: '' })
  return isSeparate
}
