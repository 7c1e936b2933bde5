/** Marks the pictures of a text that are not described, while it is edited. */
import type { Node as DocumentNode } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { noAltText } from '../../labels.ts'
import { schema } from '../schema/schema.ts'

/** Its style is that of the mark of a picture of the page, `MissingAltText`. */
const createMark = () => {
  const markEl = document.createElement('span')
  markEl.className = 'rich-text-undescribed'
  markEl.ariaHidden = 'true'
  markEl.dataset['missingAlt'] = noAltText
  return markEl
}

function marksOf(doc: DocumentNode) {
  const marks: Decoration[] = []
  doc.descendants((node, pos) => {
    if (node.type === schema.nodes.image && node.attrs['alt'] === null)
      marks.push(Decoration.widget(pos, createMark, { key: 'undescribed', side: 1 }))
    return !node.isTextblock
  })
  return DecorationSet.create(doc, marks)
}

export const undescribedPictures: Plugin<DecorationSet> = new Plugin({
  state: {
    init: (_, { doc }) => marksOf(doc),
    apply: ({ doc, docChanged }, marks) => (docChanged ? marksOf(doc) : marks),
  },
  props: { decorations: (state) => undescribedPictures.getState(state) },
})
