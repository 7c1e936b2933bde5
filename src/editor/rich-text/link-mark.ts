/** The links of a text: those that content may have, made by the format button, by typing an address and by pasting one. */
import { InputRule, Mark } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isLink } from '#content/page/link.ts'

/** Matches an address that was typed, with the space after it. Without a scheme it may be something else. */
const typedAddress = /(?:^|\s)((?:https?:\/\/|www\.)\S*[^\s.,;:!?)\]}'"])(\s)$/i

/** Returns what is pasted if it is an address and nothing else, otherwise null. */
const addressIn = (text: string) => {
  const address = text.trim()
  return /^(https?:\/\/|mailto:|tel:)\S+$/i.test(address) && isLink(address) ? address : null
}

const hrefOf = (typed: string) => (/^www\./i.test(typed) ? `https://${typed}` : typed)

/** Returns the attributes of a link; `rel` is the one that the API gives a link to a new window. */
const linkAttributes = () => ({
  href: { default: null },
  title: { default: null },
  target: { default: null },
  rel: {
    default: null,
    renderHTML: ({ target, rel }: Record<string, unknown>) => ({
      rel: target === '_blank' ? 'noopener noreferrer' : rel,
    }),
  },
})

export const link = Mark.create({
  name: 'link',
  // Around the other marks, as browsers and other editors nest them.
  priority: 1000,
  keepOnSplit: false,
  // What is typed after a link is no part of it.
  inclusive: false,
  addAttributes: linkAttributes,
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (linkEl) => (isLink(linkEl.getAttribute('href') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
  addInputRules() {
    const { type } = this
    return [
      new InputRule({
        find: typedAddress,
        handler: ({ state, range, match }) => {
          const [all, address = '', space = ''] = match
          const href = hrefOf(address)
          const from = range.from + all.length - address.length - space.length
          if (!isLink(href) || state.doc.rangeHasMark(from, range.to, type)) return
          // The space is inserted by the rule, because it takes the place of what was typed.
          state.tr
            .addMark(from, from + address.length, type.create({ href }))
            .insertText(space, from + address.length)
            .removeStoredMark(type)
        },
      }),
    ]
  },
  addProseMirrorPlugins() {
    const { type } = this
    const handlePaste = (view: EditorView, { clipboardData }: ClipboardEvent) => {
      const href = addressIn(clipboardData?.getData('text/plain') ?? '')
      const { selection, tr } = view.state
      if (!href || !selection.$from.parent.type.allowsMarkType(type)) return false
      // A link that is copied from a page brings its words.
      if (selection.empty && clipboardData?.types.includes('text/html')) return false
      const mark = type.create({ href })
      if (selection.empty) tr.replaceSelectionWith(view.state.schema.text(href, [mark]), false)
      else tr.addMark(selection.from, selection.to, mark)
      view.dispatch(tr.removeStoredMark(type).scrollIntoView())
      return true
    }
    return [new Plugin({ props: { handlePaste } })]
  },
})
