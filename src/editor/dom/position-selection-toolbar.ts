import { type Box, extended } from '#content/page/geometry/box.ts'
import {
  type ToolbarPlacement,
  toolbarPlacement,
} from '#content/page/geometry/toolbar-placement.ts'
import { panelDimension } from '../panel/use-panel-bounds.ts'
import { followElement } from './follow-element.ts'
import { boundingRectOf } from './hit-test.ts'
import { visibleArea } from './scroll-into-view.ts'
import { textBoxesAround } from './text-boxes.ts'

/** The distance by which the highlight of a selection extends beyond it, in pixels. */
const highlightReach = 9

/**
 * Keeps the toolbar beside the selected element, where it covers no text, and docks it at the bottom of the page where there
 * is no such placement, and in a narrow window. Returns a function that stops this.
 */
export function positionSelectionToolbar(element: Element, toolbarEl: HTMLElement) {
  const textBoxes = rememberBoxes(element)
  let side: ToolbarPlacement['side'] | null = null
  return followElement(element, toolbarEl, () => {
    const selected = extended(boundingRectOf(element), highlightReach)
    const { width, height } = sizeOf(toolbarEl)
    const surroundings = {
      selected,
      visible: visibleArea(),
      obstacles: [...textBoxes(selected, height), ...ownBoxes()],
      toolbar: { width, height },
    }
    const placement = panelDimension() === 'height' ? null : toolbarPlacement(surroundings, side)
    side = placement?.side ?? null
    toolbarEl.toggleAttribute('data-docked', placement === null)
    // Document coordinates, so that scrolling moves the toolbar with the page.
    toolbarEl.style.translate = placement
      ? `${placement.left + scrollX}px ${placement.top + scrollY}px`
      : ''
  })
}

/** The distance of the tools from the edges of the toolbar, in pixels. */
const padding = 4

/** Returns the size of the toolbar beside a component, also while it is docked, where it is as wide as the page. */
const sizeOf = ({ firstElementChild, lastElementChild, offsetHeight: height }: HTMLElement) => {
  const { left = 0 } = firstElementChild?.getBoundingClientRect() ?? {}
  const { right = 0 } = lastElementChild?.getBoundingClientRect() ?? {}
  return { width: right - left + 2 * padding, height }
}

/** The chip of the highlight, which says what is selected, and the format buttons of a text. */
const ownBoxes = () =>
  [
    ...document.querySelectorAll(
      '[data-highlight="selection"] > span, [data-text-tools][data-editor-tools]',
    ),
  ].map((element) => element.getBoundingClientRect())

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
