/** The links of a text: those that content may have, made by the format button, by typing an address and by pasting one. */
import { type Editor, InputRule, Mark } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { completeAddress } from '#content/page/address-input.ts'
import { isLink } from '#content/page/link.ts'

/** Matches an address that was typed, with the space after it. One without a scheme or `www.` may be something else. */
const typedAddress = /(?:^|\s)((?:https?:\/\/|www\.)\S*[^\s.,;:!?)\]}'"])(\s)$/i

/** Returns what is pasted if it is an address and nothing else, otherwise null. */
const addressIn = (text: string) => {
  const address = text.trim()
  return /^(https?:\/\/|mailto:|tel:)\S+$/i.test(address) && isLink(address) ? address : null
}

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
  // Text that is typed after a link is no part of it.
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
          const href = completeAddress(address)
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
      // A link that was copied from a page is pasted with its own text.
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

/** Returns the address of the link at the caret or at the start of the selected text; null where there is none. */
export function linkAt({ state: { schema, selection } }: Editor): string | null {
  const { $from, empty } = selection
  const nodes = empty ? [$from.nodeAfter, $from.nodeBefore] : [$from.nodeAfter]
  const marks = nodes.map((node) => node && schema.marks['link']!.isInSet(node.marks))
  return (marks.find(Boolean)?.attrs['href'] as string | undefined) ?? null
}

/** Sets the address of the link around the selection; an empty one removes it. Without a selection it is written out. */
export function setLink(editor: Editor, address: string) {
  const chain = editor.chain().extendMarkRange('link')
  const mark = { type: 'link', attrs: { href: address } }
  if (!address) chain.unsetMark('link').run()
  else if (editor.state.selection.empty && linkAt(editor) === null)
    chain.insertContent({ type: 'text', text: address, marks: [mark] }).run()
  else chain.setMark('link', mark.attrs).run()
}
