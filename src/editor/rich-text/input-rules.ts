/** The Markdown that makes formats while one types, and the links of addresses that are typed. */
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules'
import type { MarkType } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { caretOf } from './caret.ts'
import { linkRule, linkTypedAddress } from './links.ts'
import { schema } from './schema.ts'

const { blockquote, bulletList, codeBlock, heading, horizontalRule, orderedList } = schema.nodes
const { bold, code, italic, strike } = schema.marks

/** The Markdown of each mark; the last group is what is marked. */
export const markPatterns: readonly { pattern: string; type: MarkType }[] = [
  { pattern: String.raw`(?:^|\s)(\*\*(?!\s+\*\*)([^*]+)\*\*(?!\s+\*\*))`, type: bold },
  { pattern: String.raw`(?:^|\s)(__(?!\s+__)([^_]+)__(?!\s+__))`, type: bold },
  { pattern: String.raw`(?:^|\s)(\*(?!\s+\*)([^*]+)\*(?!\s+\*))`, type: italic },
  { pattern: String.raw`(?:^|\s)(_(?!\s+_)([^_]+)_(?!\s+_))`, type: italic },
  { pattern: String.raw`(?:^|\s)(~~(?!\s+~~)([^~]+)~~(?!\s+~~))`, type: strike },
  { pattern: '(?<!`)(`([^`]+)`)(?!`)', type: code },
]

const markRule = (pattern: string, type: MarkType) =>
  new InputRule(
    new RegExp(`${pattern}$`),
    ({ tr }, [all, written = '', content = ''], start, end) => {
      const from = start + all.length - written.length
      const contentFrom = from + written.indexOf(content)
      const contentTo = contentFrom + content.length
      // The last character is not in the document yet.
      if (contentTo < end) tr.delete(contentTo, end)
      tr.delete(from, contentFrom)
      return tr.addMark(from, from + content.length, type.create()).removeStoredMark(type)
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

export const inputRulesPlugin = inputRules({
  rules: [linkRule, ...blockRules, ...listRules, ...markRules],
})

/** Applies the rules that end with a space when a line is ended, too. */
export const enterPlugin = new Plugin({
  props: {
    handleKeyDown(view, event) {
      const $caret = caretOf(view.state)
      if (event.key !== 'Enter' || !$caret) return false
      linkTypedAddress(view.state, view.dispatch)
      const { pos } = $caret
      const { handleTextInput } = inputRulesPlugin.props
      const insert = () => view.state.tr.insertText('\n', pos)
      return handleTextInput?.call(inputRulesPlugin, view, pos, pos, '\n', insert) === true
    },
  },
})
