/** What rich text may hold: exactly what `content/model/allowed-html.ts` lets through, so that editing a text loses nothing of it. */
import { type Extensions, Mark, mergeAttributes } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'

/** A mark that is one element without attributes. */
const plainMark = (name: string, tag: string, options: { excludes?: string } = {}) =>
  Mark.create({
    name,
    ...options,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  })

export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4, 5, 6] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      protocols: ['mailto', 'tel'],
      // What a link opens in is for the view to say, not for the text to store.
      HTMLAttributes: { target: null, rel: null },
    },
    // It would add an empty paragraph to every text that ends with a list, and that would be a change.
    trailingNode: false,
    dropcursor: { class: 'rich-text-drop', color: 'currentColor' },
  }),
  plainMark('subscript', 'sub', { excludes: 'superscript' }),
  plainMark('superscript', 'sup', { excludes: 'subscript' }),
  plainMark('small', 'small'),
  plainMark('highlight', 'mark'),
]
