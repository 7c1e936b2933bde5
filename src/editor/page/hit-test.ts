/** What on the page somebody means when they press, focus or type: read from the page's own marks. */
import type { Iri } from '#content/model/iri.ts'

export type Area = 'page' | 'layout'

export interface HitResult {
  /** What was hit, deepest first: a component, its position, its group, what holds that group. */
  stack: Iri[]
  area: Area
}

/** Null outside of everything that can be edited: the editor's own chrome, the space beside the page. */
export function hitTest(target: EventTarget | null): HitResult | null {
  if (!(target instanceof Element)) return null
  const stack: Iri[] = []
  for (
    let element = closestMarkedElement(target);
    element;
    element = closestMarkedElement(element.parentElement)
  ) {
    const { area, iri } = element.dataset
    if (area) return stack.length > 0 ? { stack, area: area as Area } : null
    if (iri) stack.push(iri)
  }
  return null
}

const closestMarkedElement = (element: Element | null) =>
  element?.closest<HTMLElement>('[data-iri], [data-area]') ?? null

/** Whether an element belongs to the editor rather than to the page. */
export const isEditorChrome = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-editor-chrome], dialog') !== null

/** The element of a resource, as it stands on the page. */
export const findResourceElement = (iri: Iri) =>
  document.querySelector<HTMLElement>(`[data-area] [data-iri="${CSS.escape(iri)}"]`)

/** Somewhere text is typed. */
export const closestTextField = (target: EventTarget | null) =>
  target instanceof Element
    ? target.closest<HTMLElement>('[contenteditable="true"], [role="textbox"], input, textarea')
    : null

/** Where a resource is on the screen. What takes no room of its own is where its contents are. */
export function boundingRectOf(element: Element): DOMRect {
  const rect = element.getBoundingClientRect()
  if (rect.width > 0 || rect.height > 0) return rect
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}
