/** Everything people do to the page itself while they edit it, heard in one place and read from the page's marks. */
import type { Iri } from '#content/iri.ts'
import type { EditModeEvent } from '#machines/edit-mode.ts'
import { enterFromEnd, followOrder } from './focus-order.ts'
import { type Area, type Hit, elementOf, hitOf, isChrome, textOf } from './selection.ts'

interface Listening {
  send: (event: EditModeEvent) => void
  /** Which part of the screen is being edited. */
  area: () => Area
  /** What is selected. */
  current: () => Iri | undefined
}

/** Listens until the signal says otherwise. */
export function listenToPage({ send, area, current }: Listening, signal: AbortSignal) {
  /** Where the pointer went down, until it has come up again. */
  let pressed: EventTarget | null = null
  /** Which way the focus is being moved by Tab, if it is. */
  let tabbing: 'on' | 'back' | null = null
  const selected = () => {
    const iri = current()
    return iri === undefined ? null : elementOf(iri)
  }

  const on = <Type extends keyof DocumentEventMap>(
    type: Type,
    listener: (event: DocumentEventMap[Type]) => void,
    options: AddEventListenerOptions = {},
  ) => document.addEventListener(type, listener, { signal, ...options })

  on('pointerdown', ({ target }) => {
    pressed = target
    tabbing = null
  })

  // Before anyone else: links and buttons of the page are things to edit now.
  on(
    'click',
    (event) => {
      if (!isChrome(event.target) && hitOf(event.target)) event.preventDefault()
    },
    { capture: true },
  )

  on('click', ({ target }) => {
    const from = pressed ?? target
    pressed = null
    if (isChrome(target) || isChrome(from)) return
    const hit = hitOf(target)
    // Whoever drags from one thing to another selects words, not things.
    if (hitOf(from)?.stack[0] !== hit?.stack[0]) return
    if (hit || !isControl(target)) {
      send({ type: 'resource.selected', ...(hit ?? { stack: [], area: area() }) })
    }
  })

  // Text that is reached by Tab is selected as if it were pressed, unless that would have to be asked about.
  on('focusin', (event) => {
    const { target } = event
    if (tabbing === 'back') enterFromEnd(event, selected())
    const hit = tabbing && !isChrome(target) && textOf(target) ? hitOf(target) : null
    if (hit?.area === area()) send({ type: 'resource.selected', ...hit })
  })

  // What is typed into is selected, or not typed into: the other part of the screen has to be asked for first.
  on(
    'beforeinput',
    (event) => {
      const hit = isChrome(event.target) ? null : hitOf(event.target)
      if (!hit || isSelected(hit)) return
      if (hit.area === area()) send({ type: 'resource.selected', ...hit })
      if (!isSelected(hit)) event.preventDefault()
    },
    { capture: true },
  )
  const isSelected = ({ stack }: Hit) => {
    const iri = current()
    return iri !== undefined && stack.includes(iri)
  }

  on('keydown', (event) => {
    tabbing = event.key === 'Tab' ? (event.shiftKey ? 'back' : 'on') : null
    const direction = historyKey(event)
    // Most keys are letters, and on a large page even looking around costs time.
    if (!direction && !['Escape', 'Tab', 'Enter'].includes(event.key)) return
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    if (event.key === 'Escape') send({ type: 'selection.cleared' })
    if (event.key === 'Tab') followOrder(event, selected())
    if (event.key === 'Enter' && textOf(event.target) && !isChrome(event.target)) {
      const hit = hitOf(event.target)
      if (hit && !isSelected(hit)) send({ type: 'resource.selected', ...hit })
    }
    if (direction && !undoesItself(event.target, direction)) {
      event.preventDefault()
      send({ type: `${direction}.requested` })
    }
  })
}

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button') !== null

const historyKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) => {
  if (!(ctrlKey || metaKey) || altKey) return null
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' ? 'redo' : null
}

/** Text takes back its own keys first. A rich text that could not has let the event pass. */
const undoesItself = (target: EventTarget | null, direction: 'undo' | 'redo') => {
  const textEl = textOf(target)
  if (!textEl || textEl.classList.contains('ProseMirror')) return false
  return isChrome(textEl) || document.queryCommandEnabled(direction)
}
