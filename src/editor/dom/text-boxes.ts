/** Finds the texts near something on the page, so that what the editor draws does not cover them. */
import { type Box, overlap } from '#content/page/geometry/box.ts'
import { rangeAround } from './range-around.ts'

/** The numbers of texts that are looked at in either direction, since a page may have any number of them. */
const limits = { around: 40, beside: 8 }

/** Returns the boxes of the lines of text and of the fields within an area of the window, but for those in an element. */
export const textBoxesAround = (element: Element, area: Box) =>
  textBoxesBetween(element, lastDescendantOf(element), area, limits.around)

/** Returns the same within an area at an edge of an element, those in the element included. */
export function textBoxesBeside(element: Element, side: 'before' | 'after', area: Box) {
  const edge = side === 'before' ? element : lastDescendantOf(element)
  return textBoxesBetween(edge, edge, area, limits.beside)
}

function textBoxesBetween(before: Node, after: Node, area: Box, limit: number): Box[] {
  const closest = before instanceof Element ? before : before.parentElement
  const root = closest?.closest('[data-area="layout"]') ?? closest?.closest('[data-area]')
  if (!root) return []
  const walker = document.createTreeWalker(
    root,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    isTextOrField,
  )
  walker.currentNode = before
  const nodes = take(limit, () => walker.previousNode())
  walker.currentNode = after
  nodes.push(...take(limit, () => walker.nextNode()))
  if (before instanceof Text) nodes.push(before)
  return nodes.flatMap(boxesOf).filter((box) => overlap(box, area))
}

const fields = 'input, textarea, select, button'

const isTextOrField = (node: Node) =>
  (node instanceof Text ? node.data.trim() !== '' : (node as Element).matches(fields))
    ? NodeFilter.FILTER_ACCEPT
    : NodeFilter.FILTER_SKIP

const take = (count: number, next: () => Node | null) => {
  const nodes: Node[] = []
  for (let node = next(); node && nodes.length < count; node = next()) nodes.push(node)
  return nodes
}

const lastDescendantOf = (node: Node): Node =>
  node.lastChild ? lastDescendantOf(node.lastChild) : node

const boxesOf = (node: Node): DOMRect[] =>
  node instanceof Element ? [node.getBoundingClientRect()] : [...rangeAround(node).getClientRects()]
