/** Everything people do to the page itself while they edit it, heard in one place and read from the page's marks. */
import type { Iri } from '#content/model/iri.ts'
import type { EditModeEvent } from '#machines/editing/edit-mode.ts'
import { handleFocusFromEnd, handleTab } from './tab-order.ts'
import {
  type Area,
  type HitResult,
  findResourceElement,
  hitTest,
  isEditorChrome,
  closestTextField,
} from './hit-test.ts'

interface PageListenerOptions {
  send: (event: EditModeEvent) => void
  /** Which part of the screen is being edited. */
  area: () => Area
  /** What is selected. */
  current: () => Iri | undefined
}

/** Listens until the signal says otherwise. */
export function addPageListeners(
  { send, area, current }: PageListenerOptions,
  signal: AbortSignal,
) {
  /** Where the pointer went down, until it has come up again. */
  let pointerDownTarget: EventTarget | null = null
  /** Which way the focus is being moved by Tab, if it is. */
  let tabDirection: 'on' | 'back' | null = null
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

  // Before anyone else: links and buttons of the page are things to edit now.
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
    // Whoever drags from one thing to another selects words, not things.
    if (hitTest(from)?.stack[0] !== hit?.stack[0]) return
    if (hit || !isControl(target)) {
      send({ type: 'resource.selected', ...(hit ?? { stack: [], area: area() }) })
    }
  })

  // Text that is reached by Tab is selected as if it were pressed, unless that would have to be asked about.
  on('focusin', (event) => {
    const { target } = event
    if (tabDirection === 'back') handleFocusFromEnd(event, selectedElement())
    const hit =
      tabDirection && !isEditorChrome(target) && closestTextField(target) ? hitTest(target) : null
    if (hit?.area === area()) send({ type: 'resource.selected', ...hit })
  })

  // What is typed into is selected, or not typed into: the other part of the screen has to be asked for first.
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
    tabDirection = event.key === 'Tab' ? (event.shiftKey ? 'back' : 'on') : null
    const direction = historyCommandOf(event)
    // Most keys are letters, and on a large page even looking around costs time.
    if (!direction && !['Escape', 'Tab', 'Enter'].includes(event.key)) return
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    if (event.key === 'Escape') send({ type: 'selection.cleared' })
    if (event.key === 'Tab') handleTab(event, selectedElement())
    if (event.key === 'Enter' && closestTextField(event.target) && !isEditorChrome(event.target)) {
      const hit = hitTest(event.target)
      if (hit && !isInSelection(hit)) send({ type: 'resource.selected', ...hit })
    }
    if (direction && !hasNativeUndo(event.target, direction)) {
      event.preventDefault()
      send({ type: `${direction}.requested` })
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

/** Text takes back its own keys first. A rich text that could not has let the event pass. */
const hasNativeUndo = (target: EventTarget | null, direction: 'undo' | 'redo') => {
  const textEl = closestTextField(target)
  if (!textEl || textEl.classList.contains('ProseMirror')) return false
  return isEditorChrome(textEl) || document.queryCommandEnabled(direction)
}
