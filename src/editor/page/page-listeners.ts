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

/** Adds all page listeners; aborting the signal removes them. */
export function addPageListeners(
  { send, area, current }: PageListenerOptions,
  signal: AbortSignal,
) {
  /** The target of the last pointerdown, until the click that ends it. */
  let pointerDownTarget: EventTarget | null = null
  /** The direction in which Tab is moving focus, or null. */
  let tabDirection: 'forward' | 'backward' | null = null
  const selectedElement = () => {
    const iri = current()
    return iri === undefined ? null : findResourceElement(iri)
  }

  const on = <Type extends keyof DocumentEventMap>(
    type: Type,
    listener: (event: DocumentEventMap[Type]) => void,
    options: AddEventListenerOptions = {},
  ) => document.addEventListener(type, listener, { signal, ...options })

  on('pointerdown', ({ target }) => {
    pointerDownTarget = target
    tabDirection = null
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

  // Tabbing to a text selects it like a press would, except where that would open a confirmation.
  on('focusin', (event) => {
    const { target } = event
    if (tabDirection === 'backward') handleFocusFromEnd(event, selectedElement())
    const hit =
      tabDirection && !isEditorChrome(target) && closestTextField(target) ? hitTest(target) : null
    if (hit?.area === area()) send({ type: 'resource.selected', ...hit })
  })

  // Typing into a text selects it first. In the other area that needs a confirmation, so the input is refused.
  on(
    'beforeinput',
    (event) => {
      const hit = isEditorChrome(event.target) ? null : hitTest(event.target)
      if (!hit || isInSelection(hit)) return
      if (hit.area === area()) send({ type: 'resource.selected', ...hit })
      if (!isInSelection(hit)) event.preventDefault()
    },
    { capture: true },
  )
  const isInSelection = ({ stack }: HitResult) => {
    const iri = current()
    return iri !== undefined && stack.includes(iri)
  }

  on('keydown', (event) => {
    tabDirection = event.key === 'Tab' ? (event.shiftKey ? 'backward' : 'forward') : null
    const command = historyCommandOf(event)
    // Return early for plain letters: on a large page even a `querySelector` on each key is noticeable.
    if (!command && !['Escape', 'Tab', 'Enter'].includes(event.key)) return
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    if (event.key === 'Escape') send({ type: 'selection.cleared' })
    if (event.key === 'Tab') handleTab(event, selectedElement())
    if (event.key === 'Enter' && closestTextField(event.target) && !isEditorChrome(event.target)) {
      const hit = hitTest(event.target)
      if (hit && !isInSelection(hit)) send({ type: 'resource.selected', ...hit })
    }
    if (command && !hasNativeUndo(event.target, command)) {
      event.preventDefault()
      send({ type: `${command}.requested` })
    }
  })
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
