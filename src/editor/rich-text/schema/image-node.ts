/** The node of a picture. It has the attributes that the HTML of a picture may have. */
import type { NodeSpec } from 'prosemirror-model'
import { allowedHtml, isAllowedValue } from '#content/model/allowed-html.ts'
import { isFileAddress } from '#content/pictures/unsent-files.ts'

const names = allowedHtml.attributes.img

/** Returns the allowed attributes of a picture; false for one whose address is not allowed. */
function attributesOf(pictureEl: HTMLElement) {
  const values = names.map((name) => {
    const value = pictureEl.getAttribute(name)
    const isAllowed = value !== null && (isAllowedValue('img', name, value) || isFileAddress(value))
    return [name, isAllowed ? value : null] as const
  })
  const attributes = Object.fromEntries(values)
  return attributes['src'] === null ? false : attributes
}

/** Returns a description as it is stored: the space at its end may be one before the next word, which is being typed. */
const storedAlt = (alt: string | null) => (alt ? alt.trim() || null : alt)

export const image: NodeSpec = {
  group: 'block',
  draggable: true,
  attrs: Object.fromEntries(names.map((name) => [name, { default: null }])),
  parseDOM: [{ tag: 'img[src]', getAttrs: attributesOf }],
  toDOM: ({ attrs }) => ['img', { ...attrs, alt: storedAlt(attrs['alt']) }],
}
