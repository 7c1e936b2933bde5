/**
 * The Tiptap extensions, which allow exactly the HTML of `content/model/allowed-html.ts`, so that editing loses no
 * markup.
 */
import { Extension, type Extensions, Mark, textblockTypeInputRule } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import type { Keys } from '../shortcuts.ts'
import { formats } from './formats.ts'
import { link } from './link-mark.ts'
import { table } from './table-nodes.ts'

/** Creates a mark that renders as one element without attributes. */
const plainMark = (name: string, tag: string, options: { excludes?: string } = {}) =>
  Mark.create({
    name,
    ...options,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

/** The starter kit without what sanitizing would change: the only attribute of code is its language, which would be a class. */
const PlainStarterKit = StarterKit.extend({
  addExtensions() {
    const kit = this.parent?.() ?? []
    return kit.map((one) =>
      one.name === 'codeBlock' ? one.extend({ addAttributes: () => ({}) }) : one,
    )
  },
})

/** Returns keys as Tiptap names them: `Mod+Shift+B` is `Mod-Shift-b`. */
const tiptapKeys = (keys: Keys) =>
  keys.replaceAll('+', '-').replace(/.$/, (key) => key.toLowerCase())

/** Toggles the formats by their keys. A single # makes a heading of the second level: the first is that of the page. */
const formatKeys = Extension.create({
  name: 'formatKeys',
  addInputRules() {
    const type = this.editor.schema.nodes['heading']!
    return [textblockTypeInputRule({ find: /^#\s$/, type, getAttributes: { level: 2 } })]
  },
  addKeyboardShortcuts() {
    const { editor } = this
    return Object.fromEntries(
      formats.flatMap(({ keys, toggle }) =>
        keys.map((each) => [tiptapKeys(each), () => toggle(editor.chain()).run()]),
      ),
    )
  },
})

export const extensions: Extensions = [
  formatKeys,
  PlainStarterKit.configure({
    heading: { levels: [2, 3, 4, 5, 6] },
    // Its rules for addresses are not those of the content.
    link: false,
    // It would append an empty paragraph to any text that ends with a list, and so change it without an edit.
    trailingNode: false,
    dropcursor: { class: 'rich-text-drop', color: 'currentColor' },
  }),
  link,
  ...table,
  plainMark('subscript', 'sub', { excludes: 'superscript' }),
  plainMark('superscript', 'sup', { excludes: 'subscript' }),
  plainMark('small', 'small'),
  plainMark('highlight', 'mark'),
]
