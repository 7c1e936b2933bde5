/**
 * The DOM listeners that open the menu of what is selected: by the secondary button, a long press, and keys. In a text that is
 * being edited, and with Shift, the menu is the browser's, which checks the spelling.
 */
import { flushSync } from 'react-dom'
import { clamp } from '#content/clamp.ts'
import type { Point } from '#content/page/geometry/box.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import { isActive, selectComponents } from '#machines/editing/selection/multiple-selection.ts'
import type { PageInputRef } from '#machines/editing/page-input.ts'
import { selectArea, selectStack } from '#machines/editing/selection/selection.ts'
import { isDialogOpen } from '../dom/is-dialog-open.ts'
import { closestTextField, findResourceElement, hitTest, isEditorChrome } from '../dom/hit-test.ts'
import type { MultipleSelectionOptions } from '../extend-selection.ts'
import { isTypingIn } from '../hooks/use-shortcut-keys.ts'
import { matchesShortcut } from '../shortcuts.ts'

/** A menu that has been opened. */
export interface OpenedMenu {
  point: Point
  isByKey: boolean
  /** The resources that were pressed in the other area, where selecting asks first; null to act on what is selected. */
  otherArea: Selection | null
}

export interface ContextMenuOptions extends MultipleSelectionOptions {
  pageInputRef: PageInputRef
  /** Returns the point at which the menu was opened, or null while it is closed. */
  openedAt: () => Point | null
  /** Opens the menu, or closes it. */
  show: (menu: OpenedMenu | null) => void
}

/** Adds the listeners; aborting the signal removes them. */
export function addContextMenuListeners(options: ContextMenuOptions, signal: AbortSignal) {
  // A second press at the same point is for the browser's menu.
  let isRepeated = false
  document.addEventListener(
    'pointerdown',
    (event) => {
      const last = options.openedAt()
      isRepeated = event.button === 2 && last !== null && distance(last, pointOf(event)) <= 10
      // The browser's menu is that of what is below this one.
      if (isRepeated) flushSync(() => options.show(null))
    },
    { capture: true, signal },
  )
  document.addEventListener(
    'contextmenu',
    (event) => {
      const isForBrowser = isRepeated && !isKey(event)
      isRepeated = false
      if (!isForBrowser) openAt(event, options)
    },
    { signal },
  )
  document.addEventListener(
    'keydown',
    (event) => {
      if (matchesShortcut(event, 'openMenu') && !event.defaultPrevented) openByKey(event, options)
    },
    { signal },
  )
}

const pointOf = ({ clientX: x, clientY: y }: MouseEvent): Point => ({ x, y })

const distance = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y)

/** True for a long press by touch. */
export const isTouch = (event: Event) => 'pointerType' in event && event.pointerType === 'touch'

/** True for the key that opens a menu. On a Mac, Ctrl turns the primary button into the secondary one. */
const isKey = (event: MouseEvent) => event.button === 0 && !event.ctrlKey && !isTouch(event)

function openAt(event: MouseEvent, options: ContextMenuOptions) {
  const { target } = event
  if (event.defaultPrevented || event.shiftKey || isDialogOpen()) return
  // The key has opened the menu when it was pressed, and asks for another one when it is released.
  if (isInMenu(target)) return event.preventDefault()
  if (isKey(event)) return openByKey(event, options)
  const isRow = isOutlineRow(target)
  if (isRow ? isTouch(event) || !hasSelection(options) : isEditorChrome(target)) return
  const hit = isRow ? null : hitTest(target)
  if (!isRow && (!hit || isEdited(target, hit, options))) return
  event.preventDefault()
  // This press does not end with a click.
  options.pageInputRef.send({ type: 'press.canceled' })
  const otherArea = hit && select(hit, options)
  options.show({ point: pointOf(event), isByKey: false, otherArea })
}

/** Opens the menu beside the row of the outline, or else what is selected. */
function openByKey(event: Event, options: ContextMenuOptions) {
  const { target } = event
  if (isTypingIn(target) || isDialogOpen() || !hasSelection(options)) return
  event.preventDefault()
  const element = isOutlineRow(target) ? (target as Element) : selectedElement(options)
  const { left, top, bottom } = element?.getBoundingClientRect() ?? new DOMRect()
  const point = { x: left, y: clamp(top + 24, 24, Math.max(bottom, 0)) }
  options.show({ point, isByKey: true, otherArea: null })
}

const isInMenu = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="menu"]') !== null

const isOutlineRow = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="tree"] [data-item]') !== null

const hasSelection = ({ selectionRef, multipleSelectionRef }: ContextMenuOptions) =>
  selectStack(selectionRef.getSnapshot()).length > 0 || isActive(multipleSelectionRef.getSnapshot())

const selectedElement = ({ selectionRef, multipleSelectionRef }: ContextMenuOptions) => {
  const together = selectComponents(multipleSelectionRef.getSnapshot())
  const [iri] = together[0]?.stack ?? selectStack(selectionRef.getSnapshot())
  return iri === undefined ? null : findResourceElement(iri)
}

/** True for a text that is being edited. */
const isEdited = (
  target: EventTarget | null,
  { stack }: Selection,
  { selectionRef }: ContextMenuOptions,
) => closestTextField(target) !== null && selectStack(selectionRef.getSnapshot())[0] === stack[0]

/**
 * Selects what was pressed, unless it is one of the components that are selected together. Returns it instead if it is in the
 * other area, and null otherwise.
 */
function select(hit: Selection, { selectionRef, multipleSelectionRef }: ContextMenuOptions) {
  if (hit.area !== selectArea(selectionRef.getSnapshot())) return hit
  const together = selectComponents(multipleSelectionRef.getSnapshot())
  if (!together.some(({ stack }) => stack[0] === hit.stack[0]))
    selectionRef.send({ type: 'resource.selected', ...hit })
  return null
}
