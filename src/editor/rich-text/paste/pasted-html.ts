/**
 * Prepares what is pasted from other programs, before the schema of the text drops what it does not know. Word writes lists
 * as paragraphs and Google Docs puts nested lists beside their items; both have empty lines between blocks.
 */
import { elementsWithoutContent } from '../plain-text-editing.ts'

/** Matches controls, pictures, whose files stay with their sites, and what is hidden. */
const controlsAndHidden =
  'svg, img, button, select, input, textarea, [hidden], [style*="display:none"], [style*="display: none"], [style*="mso-hide:all"]'

/** True for HTML that was copied from a text of an editor. */
export const isOwnHtml = (html: string) => html.includes('data-pm-slice')

/** Returns pasted HTML with lists and headings as the text has them, without what is not content. */
export function cleanPastedHtml(html: string) {
  if (isOwnHtml(html)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll(`${elementsWithoutContent}, ${controlsAndHidden}`))
    element.remove()
  nestWordLists(body)
  // The table of the text has no caption.
  for (const captionEl of body.querySelectorAll('caption'))
    captionEl.closest('table')?.before(rename(captionEl, 'p'))
  for (const listEl of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol'))
    listEl.previousElementSibling?.append(listEl)
  for (const lineEl of body.querySelectorAll('p')) if (isEmptyLine(lineEl)) lineEl.remove()
  for (const breakEl of body.querySelectorAll('br')) if (isBetweenBlocks(breakEl)) breakEl.remove()
  // Links are underlined anyway.
  for (const spanEl of body.querySelectorAll<HTMLElement>(
    'a[style*="underline"], a [style*="underline"]',
  ))
    spanEl.style.removeProperty('text-decoration')
  lowerHeadings(body)
  return body.innerHTML
}

const isEmptyLine = (lineEl: Element) =>
  lineEl.textContent.trim() === '' && !lineEl.querySelector('hr') && !lineEl.closest('td, th, li')

const blocks = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, div, blockquote, pre, hr'

const isBetweenBlocks = ({ previousSibling, nextSibling }: Element) =>
  [previousSibling, nextSibling].some((node) => node instanceof Element && node.matches(blocks))

/** Lowers all headings by one level where one is of the first level, which is that of the page, or a title of Word. */
function lowerHeadings(body: HTMLElement) {
  const isTitle = (lineEl: Element) => lineEl.classList.contains('MsoTitle')
  const titles = [...body.querySelectorAll('p')].filter(isTitle)
  const levels = titles.length > 0 || body.querySelector('h1') ? 1 : 0
  for (const headingEl of body.querySelectorAll('h1, h2, h3, h4, h5, h6'))
    rename(headingEl, `h${Math.min(6, Number(headingEl.localName[1]) + levels)}`)
  for (const titleEl of titles) rename(titleEl, 'h2')
}

function rename(element: Element, tag: string) {
  const renamedEl = element.ownerDocument.createElement(tag)
  renamedEl.append(...element.childNodes)
  element.replaceWith(renamedEl)
  return renamedEl
}

/** Returns the level of a paragraph that Word means as an item of a list, or null. */
const wordLevel = (lineEl: Element) => {
  const level = /mso-list:\s*l\d+ level(\d+)/i.exec(lineEl.getAttribute('style') ?? '')?.[1]
  return level ? Number(level) : null
}

/** Makes lists of the paragraphs that Word means as items. Its numbers and bullets are text, and are removed. */
function nestWordLists(body: HTMLElement) {
  /** From the outermost on. */
  let openLists: OpenList[] = []
  for (const lineEl of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const level = wordLevel(lineEl)
    if (level === null || lineEl.previousElementSibling !== openLists[0]?.listEl) openLists = []
    if (level === null) continue
    const tag = takeMarker(lineEl)
    openLists = openLists.filter(
      (list) => list.level < level || (list.level === level && list.listEl.localName === tag),
    )
    if (openLists.at(-1)?.level !== level)
      openLists.push({ level, listEl: insertList(tag, lineEl, openLists.at(-1)) })
    const itemEl = body.ownerDocument.createElement('li')
    openLists.at(-1)!.listEl.append(itemEl)
    itemEl.append(lineEl)
  }
}

interface OpenList {
  listEl: Element
  level: number
}

/** Inserts a list into the last item of the list around it, or where there is none in the place of its first line. */
function insertList(tag: string, lineEl: Element, outer: OpenList | undefined) {
  const listEl = lineEl.ownerDocument.createElement(tag)
  const parentEl = outer?.listEl.lastElementChild
  if (parentEl) parentEl.append(listEl)
  else lineEl.before(listEl)
  return listEl
}

/** Removes the number or bullet of an item, and returns the tag of the list that it belongs to. */
function takeMarker(lineEl: Element) {
  const markerEl = lineEl.querySelector('[style*="mso-list:Ignore"]')
  const marker = markerEl?.textContent.trim() ?? ''
  markerEl?.remove()
  return /^\(?[\da-z]{1,4}[.)]?$/i.test(marker) && marker !== 'o' ? 'ol' : 'ul'
}
