/** What on the page somebody means when they press, focus or type: read from the page's own marks. */
import type { Iri } from '#content/iri.ts'

export type Area = 'page' | 'layout'

export interface Hit {
  /** What was hit, deepest first: a component, its position, its group, what holds that group. */
  stack: Iri[]
  area: Area
}

/** Null outside of everything that can be edited: the editor's own chrome, the space beside the page. */
export function hitOf(target: EventTarget | null): Hit | null {
  if (!(target instanceof Element)) return null
  const stack: Iri[] = []
  for (let element = markOf(target); element; element = markOf(element.parentElement)) {
    const { area, iri } = element.dataset
    if (area) return stack.length > 0 ? { stack, area: area as Area } : null
    if (iri) stack.push(iri)
  }
  return null
}

const markOf = (element: Element | null) =>
  element?.closest<HTMLElement>('[data-iri], [data-area]') ?? null

/** Whether an element belongs to the editor rather than to the page. */
export const isChrome = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-editor-chrome], dialog') !== null

/** The element of a resource, as it stands on the page. */
export const elementOf = (iri: Iri) =>
  document.querySelector<HTMLElement>(`[data-area] [data-iri="${CSS.escape(iri)}"]`)

/** Somewhere text is typed. */
export const textOf = (target: EventTarget | null) =>
  target instanceof Element
    ? target.closest<HTMLElement>('[contenteditable="true"], [role="textbox"], input, textarea')
    : null

/** Where a resource is on the screen. What takes no room of its own is where its contents are. */
export function rectOf(element: Element): DOMRect {
  const own = element.getBoundingClientRect()
  if (own.width > 0 || own.height > 0) return own
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}
