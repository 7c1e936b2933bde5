/** HTML of plain paragraphs as text, and text as such HTML. Anything richer is edited on the page, where it shows. */
import { escapeHtml } from '../escape-html.ts'

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}

const unescape = (html: string) =>
  html.replaceAll(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => entities[entity]!)

const paragraph = /<p>([^<]*(?:<br ?\/?>[^<]*)*)<\/p>/g

/** True for HTML that is nothing but paragraphs of plain text with line breaks, and for none. */
export const isPlainHtml = (html: string) => html.replaceAll(paragraph, '').trim() === ''

/** Returns the text of plain HTML: an empty line is between two paragraphs. */
export const textOfParagraphs = (html: string) =>
  [...html.matchAll(paragraph)]
    .map(([, inner]) => unescape(inner!.replaceAll(/<br ?\/?>/g, '\n')))
    .join('\n\n')

/** Returns text as HTML, with a paragraph for each part between empty lines. */
export const paragraphsOf = (text: string) =>
  text
    .trim()
    .split(/\n[^\S\n]*\n\s*/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')
