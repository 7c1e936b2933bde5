/**
 * The tab order in edit mode: the panel comes right after the selected element, whatever its place in the document, and
 * the rest of the page follows the panel. The panel is thus reached without tabbing through everything in between. The tools
 * on the page are reached by a key of their own, and lead to the selected element.
 */
import { tabbableElements } from '#src/ui/tabbable-elements.ts'
import { findPanel } from './find-panel.ts'

const isFollowing = (element: Node, other: Node) =>
  Boolean(other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)

interface TabOrderAnchors {
  selected: Element
  panel: HTMLElement
  /** A focusable element right after the panel, at the end of the document. */
  end: HTMLElement
}

/** Moves focus on Tab and Shift+Tab where the editor's order differs from the browser's. */
export function handleTab(event: KeyboardEvent, selected: Element | null) {
  const anchors = tabOrderAnchors(selected)
  // Not the event's target: leaving the offer beside a link has moved the focus to the link already.
  const from = document.activeElement
  if (!anchors || !from) return
  const stop = event.shiftKey ? previousTabStop(from, anchors) : nextTabStop(from, anchors)
  if (!stop) return
  // From the end of the document the browser continues by itself into its own chrome.
  if (stop !== anchors.end) event.preventDefault()
  stop.focus()
}

/** Sends focus that enters backwards from the browser's chrome to the last element of the page instead of the panel. */
export function handleFocusFromEnd(
  { target, relatedTarget }: FocusEvent,
  selected: Element | null,
) {
  const anchors = tabOrderAnchors(selected)
  if (!anchors || !anchors.panel.contains(target as Node)) return
  if (anchors.panel.contains(relatedTarget as Node | null)) return
  tabStopsAfterPanel(anchors).at(-1)?.focus()
}

function tabOrderAnchors(selected: Element | null): TabOrderAnchors | null {
  const panel = findPanel()
  const end = document.querySelector<HTMLElement>('[data-editor-end]')
  return selected && panel && end ? { selected, panel, end } : null
}

/**
 * Returns the tools on the page that Tab reaches in turn: the toolbar, in which arrow keys lead on, and the lines around the
 * selected element.
 */
const toolStops = () =>
  ['[role="toolbar"][data-editor-tools]', '[data-insertion-line][data-editor-tools]'].flatMap(
    (selector) =>
      [...document.querySelectorAll(selector)].flatMap(
        (toolsEl) => toolsEl.querySelector('button') ?? [],
      ),
  )

/** Returns the first format button of the text in the panel that has the focus, or null. */
const panelFormat = () =>
  document.activeElement?.closest('[data-editor-panel]')
    ? document.querySelector<HTMLElement>('[data-editor-panel] [data-text-tools] button')
    : null

/** Focuses the first of the tools of the selected element. Returns false if it has none. */
export function focusTools() {
  const tool = panelFormat() ?? toolStops()[0]
  tool?.focus({ preventScroll: true })
  return tool !== undefined
}

/** Focuses the selected element, or the panel if nothing in the element takes the focus. */
export function focusSelected(selected: Element) {
  const target = tabbableElements(selected)[0] ?? findPanel()
  target?.focus({ preventScroll: true })
}

/** Returns the tabbable elements that follow the selected element and, in the editor's order, its panel. */
const tabStopsAfterPanel = ({ selected, panel }: TabOrderAnchors) =>
  tabbableElements(document.body).filter(
    (stop) => isFollowing(stop, selected) && !selected.contains(stop) && isFollowing(panel, stop),
  )

/** Returns the element that Shift+Tab leads to, or null where the browser's order is right. */
function previousTabStop(from: Element, { selected, panel }: TabOrderAnchors) {
  const stops = tabbableElements(selected)
  const tools = toolStops()
  if (from === panel || from === tabbableElements(panel)[0])
    return stops.at(-1) ?? tools.at(-1) ?? null
  const index = indexAmong(tools, from)
  if (index === null) return null
  return (
    tools[index - 1] ??
    tabbableElements(document.body).findLast((stop) => isFollowing(selected, stop)) ??
    null
  )
}

/** Returns the index of the tab stop of the tools that an element is part of; null for one that is no tool. */
const indexAmong = (tools: readonly Element[], element: Element) => {
  const toolsEl = element.closest('[data-editor-tools]')
  return toolsEl && tools.findIndex((tool) => toolsEl.contains(tool))
}

function nextTabStop(from: Element, anchors: TabOrderAnchors) {
  const { selected, panel, end } = anchors
  const tools = toolStops()
  const index = indexAmong(tools, from)
  if (index !== null)
    return tools[index + 1] ?? tabbableElements(selected)[0] ?? tabbableElements(panel)[0] ?? null
  if (panel.contains(from)) {
    return from === tabbableElements(panel).at(-1) ? (tabStopsAfterPanel(anchors)[0] ?? end) : null
  }
  const next = tabbableElements(document.body).find((stop) => isFollowing(stop, from))
  if (selected.contains(from)) {
    return next && selected.contains(next) ? null : (tabbableElements(panel)[0] ?? null)
  }
  // The panel is reached from the selected element only, so the last element of the page leads out of the document.
  return next && panel.contains(next) ? end : null
}
