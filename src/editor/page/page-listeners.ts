/** The DOM listeners that turn pointer and keyboard input on the page into edit mode events. */
import type { Iri } from '#content/model/iri.ts'
import type { EditModeEvent } from '#machines/editing/edit-mode.ts'
import type { Area } from '#machines/editing/selection.ts'
import { handleFocusFromEnd, handleTab } from './focus-order.ts'
import {
  type HitResult,
  findResourceElement,
  hitTest,
  isEditorChrome,
  closestTextField,
} from './hit-test.ts'

interface PageListenerOptions {
  send: (event: EditModeEvent) => void
  /** Returns the area that is being edited. */
  area: () => Area
  /** Returns the IRI of the selected resource. */
  current: () => Iri | undefined
}

type On = <Type extends keyof DocumentEventMap>(
  type: Type,
  listener: (event: DocumentEventMap[Type]) => void,
  options?: AddEventListenerOptions,
) => void

/** Adds all page listeners; aborting the signal removes them. */
export function addPageListeners(options: PageListenerOptions, signal: AbortSignal) {
  const on: On = (type, listener, listenerOptions) =>
    document.addEventListener(type, listener, { signal, ...listenerOptions })
  selectOnPress(on, options)
  selectOnTab(on, options)
  selectOnInput(on, options)
  handleKeys(on, options)
}

/** Selects what is pressed. A press ends with a click, whose target may be another one. */
const selectOnPress = (on: On, { send, area }: PageListenerOptions) => {
  /** The target of the last pointerdown, until the click that ends it. */
  let pointerDownTarget: EventTarget | null = null
  on('pointerdown', ({ target }) => {
    pointerDownTarget = target
  })

  // In the capture phase, before any other listener: links and buttons of the page only select in edit mode.
  on(
    'click',
    (event) => {
      if (!isEditorChrome(event.target) && hitTest(event.target)) event.preventDefault()
    },
    { capture: true },
  )

  on('click', ({ target }) => {
    const from = pointerDownTarget ?? target
    pointerDownTarget = null
    if (isEditorChrome(target) || isEditorChrome(from)) return
    const hit = hitTest(target)
    // Dragging from one resource to another selects text, not a resource.
    if (hitTest(from)?.stack[0] !== hit?.stack[0]) return
    if (hit || !isControl(target)) {
      send({ type: 'resource.selected', ...(hit ?? { stack: [], area: area() }) })
    }
  })
}

/** Moves focus with Tab. Tabbing to a text selects it like a press would, except where that would open a confirmation. */
const selectOnTab = (on: On, options: PageListenerOptions) => {
  const { send, area } = options
  /** The direction in which Tab is moving focus, or null. */
  let tabDirection: 'forward' | 'backward' | null = null
  on('pointerdown', () => {
    tabDirection = null
  })
  on('keydown', ({ key, shiftKey }) => {
    tabDirection = key === 'Tab' ? (shiftKey ? 'backward' : 'forward') : null
  })
  on('focusin', (event) => {
    const { target } = event
    if (tabDirection === 'backward') handleFocusFromEnd(event, selectedElement(options))
    const hit =
      tabDirection && !isEditorChrome(target) && closestTextField(target) ? hitTest(target) : null
    if (hit?.area === area()) send({ type: 'resource.selected', ...hit })
  })
}

/** Selects a text before it is typed into. In the other area that needs a confirmation, so the input is refused. */
const selectOnInput = (on: On, options: PageListenerOptions) => {
  const { send, area } = options
  on(
    'beforeinput',
    (event) => {
      const hit = isEditorChrome(event.target) ? null : hitTest(event.target)
      if (!hit || isInSelection(hit, options)) return
      if (hit.area === area()) send({ type: 'resource.selected', ...hit })
      if (!isInSelection(hit, options)) event.preventDefault()
    },
    { capture: true },
  )
}

/** Handles the keys that clear the selection, move within it, select, undo and redo. */
const handleKeys = (on: On, options: PageListenerOptions) =>
  on('keydown', (event) => {
    const { send } = options
    const command = historyCommandOf(event)
    // Return early for plain letters: on a large page even a `querySelector` on each key is noticeable.
    if (!command && !['Escape', 'Tab', 'Enter'].includes(event.key)) return
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    if (event.key === 'Escape') send({ type: 'selection.cleared' })
    if (event.key === 'Tab') handleTab(event, selectedElement(options))
    if (event.key === 'Enter' && closestTextField(event.target) && !isEditorChrome(event.target)) {
      const hit = hitTest(event.target)
      if (hit && !isInSelection(hit, options)) send({ type: 'resource.selected', ...hit })
    }
    if (command && !hasNativeUndo(event.target, command)) {
      event.preventDefault()
      send({ type: `${command}.requested` })
    }
  })

const selectedElement = ({ current }: PageListenerOptions) => {
  const iri = current()
  return iri === undefined ? null : findResourceElement(iri)
}

const isInSelection = ({ stack }: HitResult, { current }: PageListenerOptions) => {
  const iri = current()
  return iri !== undefined && stack.includes(iri)
}

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button') !== null

const historyCommandOf = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) => {
  if (!(ctrlKey || metaKey) || altKey) return null
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' ? 'redo' : null
}

/**
 * True when the focused text handles undo itself. ProseMirror prevents the event when it does, so it never counts here.
 */
const hasNativeUndo = (target: EventTarget | null, command: 'undo' | 'redo') => {
  const textEl = closestTextField(target)
  if (!textEl || textEl.classList.contains('ProseMirror')) return false
  return isEditorChrome(textEl) || document.queryCommandEnabled(command)
}
