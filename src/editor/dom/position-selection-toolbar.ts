import { type Box, extended } from '#content/page/geometry/box.ts'
import {
  type ToolbarPlacement,
  toolbarPlacement,
} from '#content/page/geometry/toolbar-placement.ts'
import { panelDimension } from '../panel/use-panel-bounds.ts'
import { fitTools, widthOf } from './fit-tools.ts'
import { followElement } from './follow-element.ts'
import { boundingRectOf } from './hit-test.ts'
import { overlayLayer } from './overlay-layer.ts'
import { visibleArea } from './scroll-into-view.ts'
import { textBoxesAround } from './text-boxes.ts'

/** The distance by which the highlight of a selection extends beyond it, in pixels. */
const highlightReach = 9

/**
 * Keeps the toolbar beside the selected element, where it covers no text, and docks it at the bottom of the page where there
 * is no such placement, and in a narrow window. Tools that have no room in its row are hidden. Returns a function that
 * stops this.
 */
export function positionSelectionToolbar(element: Element, toolbarEl: HTMLElement) {
  const textBoxes = rememberBoxes(element)
  const fit = rememberFit(toolbarEl)
  let side: ToolbarPlacement['side'] | null = null
  const update = () => {
    const selected = extended(boundingRectOf(element), highlightReach)
    const visible = visibleArea()
    fit(visible.right - visible.left)
    const { offsetHeight: height } = toolbarEl
    const surroundings = {
      selected,
      visible,
      chips: chipBoxes(),
      obstacles: textBoxes(selected, height),
      toolbar: { width: widthOf(toolbarEl), height },
    }
    const placement = panelDimension() === 'height' ? null : toolbarPlacement(surroundings, side)
    side = placement?.side ?? null
    place(toolbarEl, placement)
  }
  const stopFollowing = followElement(element, toolbarEl, update)
  // The tools of a text come and go, also while the toolbar is docked and keeps its size.
  const observer = new MutationObserver(update)
  observer.observe(toolbarEl, { subtree: true, childList: true })
  return () => {
    observer.disconnect()
    stopFollowing()
  }
}

/** Puts the toolbar where it is to stand, or docks it where there is no such placement. */
function place(toolbarEl: HTMLElement, placement: ToolbarPlacement | null) {
  toolbarEl.toggleAttribute('data-docked', placement === null)
  toolbarEl.style.insetInlineStart = placement ? '' : `${outlineWidth()}px`
  // Document coordinates, so that scrolling moves the toolbar with the page.
  toolbarEl.style.translate = placement
    ? `${placement.left + scrollX}px ${placement.top + scrollY}px`
    : ''
}

/** Returns a function that hides the tools which have no room, if the room or the tools are others than before. */
function rememberFit(toolbarEl: HTMLElement) {
  let key = ''
  return (room: number) => {
    const nextKey = `${room} ${toolbarEl.querySelectorAll('button').length}`
    if (nextKey === key) return
    key = nextKey
    fitTools(toolbarEl, room)
  }
}

/** Returns the width of the outline beside the page; 0 where there is none, or one that is over the page. */
const outlineWidth = () =>
  panelDimension() === 'height'
    ? 0
    : (document.querySelector<HTMLElement>('[data-outline-space]')?.offsetWidth ?? 0)

/** The chip of the highlight, which says what is selected. */
const chipBoxes = () =>
  [...overlayLayer().querySelectorAll('[data-highlight="selection"] > span')].map((element) =>
    element.getBoundingClientRect(),
  )

/**
 * Returns a function that finds the texts around an element. It measures them only when the element has another position or
 * size in the document, and not while the page is scrolled.
 */
function rememberBoxes(element: Element) {
  let key = ''
  let boxes: Box[] = []
  return (selected: Box, distance: number) => {
    const found = moved(selected, scrollX, scrollY)
    const nextKey = [...Object.values(found), innerWidth, innerHeight].join(' ')
    if (nextKey !== key) {
      key = nextKey
      const area = {
        left: -Infinity,
        top: selected.top - 2 * distance,
        right: Infinity,
        bottom: selected.bottom + 2 * distance,
      }
      boxes = textBoxesAround(element, area).map((box) => moved(box, scrollX, scrollY))
    }
    return boxes.map((box) => moved(box, -scrollX, -scrollY))
  }
}

const moved = ({ left, top, right, bottom }: Box, x: number, y: number): Box => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
})
