/**
 * The Tab key while something is selected: its panel comes right after it, wherever the panel stands in the document,
 * and what follows it on the page comes after the panel. So a panel is reached without selecting everything in between.
 */

const focusableSelector =
  ':is(a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]):not(:disabled, [inert] *)'

/** All that Tab leads to within an element, in the document's order. */
export const tabbableElements = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLElement>(focusableSelector)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      // A link in a text that is being edited is words like any other.
      !element.parentElement?.closest('[contenteditable="true"]') &&
      element.checkVisibility({ visibilityProperty: true }),
  )

const isFollowing = (element: Node, other: Node) =>
  Boolean(other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)

interface TabOrderAnchors {
  selected: Element
  panel: HTMLElement
  /** Stands right after the panel, at the document's end. */
  end: HTMLElement
}

/** Moves the focus where Tab should lead, if that is elsewhere than the browser would move it. */
export function handleTab(event: KeyboardEvent, selected: Element | null) {
  const places = tabOrderAnchors(selected)
  if (!places || !(event.target instanceof Element)) return
  const stop = event.shiftKey
    ? previousTabStop(event.target, places)
    : nextTabStop(event.target, places)
  if (!stop) return
  // From the document's end the browser goes on by itself, to wherever that leads.
  if (stop !== places.end) event.preventDefault()
  stop.focus()
}

/** Who comes back from the document's end meets first what comes last, which is not the panel. */
export function handleFocusFromEnd(
  { target, relatedTarget }: FocusEvent,
  selected: Element | null,
) {
  const places = tabOrderAnchors(selected)
  if (!places || !places.panel.contains(target as Node)) return
  if (places.panel.contains(relatedTarget as Node | null)) return
  tabStopsAfterPanel(places).at(-1)?.focus()
}

function tabOrderAnchors(selected: Element | null): TabOrderAnchors | null {
  const panel = document.querySelector<HTMLElement>('[data-editor-panel]')
  const end = document.querySelector<HTMLElement>('[data-editor-end]')
  return selected && panel && end ? { selected, panel, end } : null
}

/** The stops of the page that follow the selected one, and so its panel. */
const tabStopsAfterPanel = ({ selected, panel }: TabOrderAnchors) =>
  tabbableElements(document).filter(
    (stop) => isFollowing(stop, selected) && !selected.contains(stop) && isFollowing(panel, stop),
  )

/** Null where the browser's own order is right. */
const previousTabStop = (from: Element, { selected, panel }: TabOrderAnchors) =>
  from === panel || from === tabbableElements(panel)[0]
    ? (tabbableElements(selected).at(-1) ?? null)
    : null

function nextTabStop(from: Element, places: TabOrderAnchors) {
  const { selected, panel, end } = places
  if (panel.contains(from)) {
    return from === tabbableElements(panel).at(-1) ? (tabStopsAfterPanel(places)[0] ?? end) : null
  }
  const next = tabbableElements(document).find((stop) => isFollowing(stop, from))
  if (selected.contains(from)) {
    return next && selected.contains(next) ? null : (tabbableElements(panel)[0] ?? null)
  }
  // The panel has had its turn, or will have it; from the page's last stop one leaves the document.
  return next && panel.contains(next) ? end : null
}
