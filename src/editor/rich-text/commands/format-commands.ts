/** The commands that toggle the formats of a rich text, and tell which are active. */
import { toggleMark as toggleMarkOf } from 'prosemirror-commands'
import type { MarkType } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'
import { isBlockActive, toggleBlock, toggleWrap } from './block-commands.ts'
import type { FormatLabel } from '../schema/formats.ts'
import { toggleList } from './list-commands.ts'
import { schema } from '../schema/schema.ts'

interface FormatCommand {
  isActive: (state: EditorState) => boolean
  toggle: Command
}

const { bold, italic } = schema.marks
const { heading, bulletList, orderedList, blockquote, codeBlock } = schema.nodes

/** True if the caret is in this mark, or all the selected text that may have it. */
function isMarkActive({ selection, storedMarks, doc }: EditorState, type: MarkType) {
  const { empty, $from, ranges } = selection
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined
  let hasMark = false
  let isActive = true
  for (const range of ranges)
    doc.nodesBetween(range.$from.pos, range.$to.pos, (node, _pos, parent) => {
      if (!node.isText || !parent?.type.allowsMarkType(type)) return
      if (type.isInSet(node.marks)) hasMark = true
      else if (!node.marks.some((mark) => mark.type.excludes(type))) isActive = false
    })
  return hasMark && isActive
}

/** Marks the selected text unless all of it is marked already. */
export const toggleMark = (type: MarkType) =>
  toggleMarkOf(type, null, { removeWhenPresent: false, includeWhitespace: true })

const markFormat = (type: MarkType): FormatCommand => ({
  isActive: (state: EditorState) => isMarkActive(state, type),
  toggle: toggleMark(type),
})

const headingFormat = (level: number): FormatCommand => ({
  isActive: (state: EditorState) => isBlockActive(state, heading, { level }),
  toggle: toggleBlock(heading, { level }),
})

export const formatCommands: Readonly<Record<FormatLabel, FormatCommand>> = {
  Bold: markFormat(bold),
  Italic: markFormat(italic),
  Heading: headingFormat(2),
  Subheading: headingFormat(3),
  'Bullet list': {
    isActive: (state) => isBlockActive(state, bulletList),
    toggle: toggleList(bulletList),
  },
  'Numbered list': {
    isActive: (state) => isBlockActive(state, orderedList),
    toggle: toggleList(orderedList),
  },
  Quote: {
    isActive: (state) => isBlockActive(state, blockquote),
    toggle: toggleWrap(blockquote),
  },
  Code: {
    isActive: (state) => isBlockActive(state, codeBlock),
    toggle: toggleBlock(codeBlock),
  },
}
