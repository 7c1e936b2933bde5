/** Finds the resources behind DOM elements by the `data-iri` and `data-area` attributes of the page. */
import { type Iri, isIriOf } from '#content/model/iri.ts'
import { isAreaRoot } from '#content/page/selection/area-root.ts'
import type { Area, Selection } from '#content/page/selection/selection.ts'
import { rangeAround } from './range-around.ts'

/**
 * Returns the resources at an event target, or null outside of editable content (editor chrome, the space beside the
 * page).
 */
export function hitTest(target: EventTarget | null): Selection | null {
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

/** True when an element belongs to the editor rather than to the page. */
export const isEditorChrome = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-editor-chrome], dialog') !== null

/**
 * Returns the element that renders a resource on the page: for a page, its title where its template shows that, or else all
 * of it.
 */
export function findResourceElement(iri: Iri) {
  const last = lastFound.get(iri)?.deref()
  if (last?.isConnected && last.dataset['iri'] === iri) return last
  const element = queryResourceElement(iri)
  // For a page, another element is found once its title is shown.
  if (element && !isAreaRoot(iri)) remember(iri, element)
  return element
}

/** The elements that were found last, because to query a large page for each gesture takes longer than the gesture may. */
const lastFound = new Map<Iri, WeakRef<HTMLElement>>()

function remember(iri: Iri, element: HTMLElement) {
  if (lastFound.size > 100) lastFound.clear()
  lastFound.set(iri, new WeakRef(element))
}

function queryResourceElement(iri: Iri) {
  const attribute = `[data-iri="${CSS.escape(iri)}"]`
  const inside = find(`[data-area] ${attribute}:not([data-area])`)
  if (inside || !isAreaRoot(iri)) return inside
  return find(isIriOf('PAGE_DATA', iri) ? '[data-area="page"]' : `[data-area]${attribute}`)
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)

const textFields = '[contenteditable="true"], [role="textbox"], input, textarea'

/** Returns the closest text field or editable text, or null. */
export const closestTextField = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(textFields) : null

/** Returns the first element in another in which text is typed. */
export const findTextField = (element: Element) => element.querySelector<HTMLElement>(textFields)

/** Returns the button in an element that chooses a missing picture. */
export const findPictureButton = (element: Element) =>
  element.querySelector<HTMLElement>('[data-choose-picture]')

/** Returns the viewport rectangle of an element; for one with `display: contents`, that of its contents. */
export function boundingRectOf(element: Element): DOMRect {
  const rect = element.getBoundingClientRect()
  if (rect.width > 0 || rect.height > 0) return rect
  return rangeAround(element).getBoundingClientRect()
}
