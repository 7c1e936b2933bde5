/**
 * Finds the texts of the content that stand in the HTML of a page: the IRIs of its elements, and what the first element of
 * a component contains, where that is one of its texts to the last character. The browser reads them there
 * (src/app/browser/read-page-state.ts).
 */
import type { ShownTexts } from '#src/entry-server.tsx'
import type { Iri } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import { isCanonicalHtml } from './canonical-html.ts'
import { cacheByText } from './text-cache.ts'

/** An attribute that only this app writes: in a text of the content, the quotation mark would not be preceded by a tag. */
const attribute = ' data-iri="'
/** The elements that a browser reads as they are written, whatever they contain. */
const firstElement = /<(a|blockquote|div|h[1-6]|p|span)(?: [^>]*)?>/y
/** Shorter texts are not worth being looked for. */
const minLength = 6

const isCanonical = cacheByText(isCanonicalHtml)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
const special = /[&<>"']/
/** Returns text as React writes it. */
const asMarkup = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!)

const unescaped = (value: string) =>
  value.includes('&')
    ? value.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => characters.get(entity)!)
    : value
const characters = new Map(
  Object.entries(entities).map(([character, entity]) => [entity, character]),
)

/** True for a text that a browser reads as it is, given that it is written as React does. */
const isPlain = (text: string) => !/[\r\0]|\p{Surrogate}/u.test(text)

interface MarkedElement {
  iri: Iri
  /** The position in the HTML after the start of the element. */
  start: number
}

/** Returns the elements of resources in the order of the document. */
const markedElements = (body: string) => {
  const elements: MarkedElement[] = []
  for (let at = body.indexOf(attribute); at >= 0; at = body.indexOf(attribute, at + 1)) {
    if (body.lastIndexOf('>', at) > body.lastIndexOf('<', at)) continue
    const from = at + attribute.length
    const to = body.indexOf('"', from)
    elements.push({ iri: unescaped(body.slice(from, to)), start: body.indexOf('>', to) + 1 })
  }
  return elements
}

/** Returns the text of a resource that the first element at a position contains; undefined if it is none of its texts. */
const contentAt = (body: string, start: number, resource: Resource) => {
  firstElement.lastIndex = start
  const tag = firstElement.exec(body)?.[1]
  if (tag === undefined) return undefined
  const from = firstElement.lastIndex
  const isThere = (markup: string) =>
    body.startsWith(markup, from) && body.startsWith(`</${tag}>`, from + markup.length)
  const isRead = (text: string) => {
    if (!special.test(text)) return isThere(text) && isPlain(text)
    return isThere(text)
      ? text.includes('<') && isCanonical(text)
      : isThere(asMarkup(text)) && isPlain(text)
  }
  return Object.values(resource).find(
    (text): text is string => typeof text === 'string' && text.length >= minLength && isRead(text),
  )
}

/** Returns what the browser finds in the HTML of a page, and how it finds that. */
export const findShownTexts = (
  body: string,
  find: (iri: Iri) => Resource | undefined,
): ShownTexts & { texts: string[] } => {
  const elements = markedElements(body)
  const contents: string[] = []
  const steps: number[] = []
  let last = 0
  for (const [at, { iri, start }] of elements.entries()) {
    const resource = find(iri)
    const content = resource && contentAt(body, start, resource)
    if (content === undefined) continue
    contents.push(content)
    steps.push(at - last)
    last = at
  }
  const texts = [...elements.map(({ iri }) => iri), ...contents]
  return { texts, steps, length: texts.reduce((sum, text) => sum + text.length, 0) }
}
