/** Writes what is copied in all its flavors, and finds it in what is pasted. */
import {
  type ClipboardDocument,
  type DocumentComponent,
  clipboardAttribute,
  clipboardType,
  maxHtmlCharacters,
} from '#content/clipboard/clipboard-document.ts'
import { type Field, isCopiedAsText, isHtml } from '#content/model/field.ts'
import { type ComponentKind, kindOf } from '#content/model/kind.ts'
import { htmlOf, linesOf } from '../feedback/plain-text.ts'

type Kinds = readonly ComponentKind[]

/** Returns a copied document by type: as it is, as HTML that contains it, and as plain text. */
export const flavorsOf = (document: ClipboardDocument, kinds: Kinds): Record<string, string> => {
  const json = JSON.stringify(document)
  const html = document.components.map((component) => htmlOfComponent(component, kinds)).join('')
  return {
    [clipboardType]: json,
    'text/html': `<div ${clipboardAttribute}="${escaped(json)}">${html}</div>`,
    'text/plain': document.components
      .flatMap((component) => plainTextsOf(component, kinds))
      .join('\n\n'),
  }
}

/** Returns the text of a copied document in what is pasted, or null if there is none. */
export const documentTextIn = (data: DataTransfer): string | null =>
  data.getData(clipboardType) || documentTextInHtml(data.getData('text/html'))

/** Returns the text of a copied document in HTML, which is parsed in an inert document. */
export const documentTextInHtml = (html: string): string | null =>
  html.length <= maxHtmlCharacters && html.includes(clipboardAttribute)
    ? (new DOMParser()
        .parseFromString(html, 'text/html')
        .querySelector(`[${clipboardAttribute}]`)
        ?.getAttribute(clipboardAttribute) ?? null)
    : null

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Returns the texts of a component and of what is inside it, in the order of the fields of their kinds. */
const textsOf = (
  { type, fields, groups }: DocumentComponent,
  kinds: Kinds,
): { value: unknown; isHtml: boolean }[] => {
  const known: [string, Field][] = Object.entries(kindOf(kinds, type)?.fields ?? {})
  return [
    ...known
      .filter(([name, field]) => isCopiedAsText(field) && fields[name])
      .map(([name, field]) => ({ value: fields[name], isHtml: isHtml(field) })),
    ...groups.flatMap(({ components }) => components.flatMap((one) => textsOf(one, kinds))),
  ]
}

const htmlOfComponent = (component: DocumentComponent, kinds: Kinds) =>
  textsOf(component, kinds).map(htmlOf).join('')

const plainTextsOf = (component: DocumentComponent, kinds: Kinds) =>
  textsOf(component, kinds).map(linesOf)
