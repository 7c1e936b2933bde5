/** The DOM listeners that turn pointer and keyboard input on the page into edit mode events. */
import type { Selection } from '#content/page/selection/selection.ts'
import { type PressTarget, hasPressOrTab, isTabbingBackward } from '#machines/editing/page-input.ts'
import { selectSelectedIri } from '#machines/editing/selection/selection.ts'
import { addCaretListeners } from './caret-listeners.ts'
import { focusTools, handleFocusFromEnd, handleTab } from '../dom/focus-order.ts'
import { isDialogOpen } from '../dom/is-dialog-open.ts'
import { linkOf } from '../dom/find-link.ts'
import { addHistoryListeners } from './history-listeners.ts'
import { addLinkListeners, isFollowed } from './link-listeners.ts'
import { addMultipleSelectionListeners } from './multiple-selection-listeners.ts'
import { type On, type PageListenerOptions, areaOf } from './listener-options.ts'
import { findResourceElement, hitTest, isEditorChrome, closestTextField } from '../dom/hit-test.ts'
import { matchesShortcut } from '../shortcuts.ts'

const selectedIriOf = ({ selectionRef }: PageListenerOptions) =>
  selectSelectedIri(selectionRef.getSnapshot())

/** Adds all page listeners; aborting the signal removes them. */
export function addPageListeners(options: PageListenerOptions, signal: AbortSignal) {
  const on: On = (type, listener, listenerOptions) =>
    document.addEventListener(type, listener, { signal, ...listenerOptions })
  addMultipleSelectionListeners(on, options)
  // Before other presses, because selecting a text mounts its editor, which replaces the link that was pressed.
  addLinkListeners(on, options)
  addPressListeners(on, options)
  addTabListeners(on, options)
  // Before the texts are selected that the browser's own undo would change.
  addHistoryListeners(on, options)
  addInputListeners(on, options)
  addKeyListeners(on, options)
  addCaretListeners(options.pageInputRef, signal)
}

/** Reports the elements at which a press begins and ends. It ends with a click, whose target may be another element. */
const addPressListeners = (on: On, options: PageListenerOptions) => {
  const { pageInputRef } = options
  on('pointerdown', (event) =>
    pageInputRef.send({ type: 'press.started', target: pressTargetOf(event) }),
  )
  on('pointercancel', () => pageInputRef.send({ type: 'press.canceled' }))

  // In the capture phase, before any other listener: links and buttons of the page only select in edit mode.
  on(
    'click',
    (event) => {
      const { target } = event
      if (!isEditorChrome(target) && !isFollowed(event) && hitTest(target)) event.preventDefault()
    },
    { capture: true },
  )

  on('click', (event) => {
    const { target } = event
    const beside = isControl(target) ? null : { stack: [], area: areaOf(options) }
    const hit = hitTest(target)
    // Selecting in the other area asks for a confirmation; for a link the link preview offers that instead.
    const isOffered = linkOf(target) !== null && hit?.area !== areaOf(options)
    const selection = isFollowed(event) || isOffered ? null : (hit ?? beside)
    pageInputRef.send({ type: 'press.ended', target: pressTargetOf(event), selection })
  })
}

/**
 * Reports the text that Tab focuses. One in the other area is left out, because selecting it asks for a confirmation.
 */
const addTabListeners = (on: On, options: PageListenerOptions) => {
  const { pageInputRef } = options
  on('keydown', ({ key, shiftKey }) => {
    if (key === 'Tab') pageInputRef.send({ type: 'tab.pressed', isBackward: shiftKey })
    // A key must cost as little as possible while typing.
    else if (hasPressOrTab(pageInputRef.getSnapshot())) pageInputRef.send({ type: 'key.pressed' })
  })
  on('focusin', (event) => {
    const { target } = event
    if (isTabbingBackward(pageInputRef.getSnapshot()))
      handleFocusFromEnd(event, selectedElement(options))
    const selection = !isEditorChrome(target) && closestTextField(target) ? hitTest(target) : null
    if (selection?.area === areaOf(options)) pageInputRef.send({ type: 'text.focused', selection })
  })
}

/** Selects a text before it is typed into. In the other area that needs a confirmation, so the input is refused. */
const addInputListeners = (on: On, options: PageListenerOptions) => {
  on(
    'beforeinput',
    (event) => {
      const hit = isEditorChrome(event.target) ? null : hitTest(event.target)
      if (!hit || isInSelection(hit, options)) return
      if (hit.area === areaOf(options))
        options.selectionRef.send({ type: 'resource.selected', ...hit })
      if (!isInSelection(hit, options)) event.preventDefault()
    },
    { capture: true },
  )
}

const pageShortcuts = ['clearSelection', 'leave', 'goBack', 'focusTools', 'select'] as const

/** Handles the keys that clear the selection, move within it and to its tools, and select. */
const addKeyListeners = (on: On, options: PageListenerOptions) =>
  on('keydown', (event) => {
    const { selectionRef, multipleSelectionRef } = options
    const shortcut = pageShortcuts.find((id) => matchesShortcut(event, id))
    // Return early for plain letters: on a large page even a `querySelector` on each key is noticeable.
    if (!shortcut || event.defaultPrevented || isDialogOpen()) return
    if (shortcut === 'clearSelection') {
      leaveText()
      selectionRef.send({ type: 'selection.cleared' })
      multipleSelectionRef.send({ type: 'selection.cleared' })
    }
    if (shortcut === 'leave' || shortcut === 'goBack') handleTab(event, selectedElement(options))
    if (shortcut === 'focusTools' && focusTools()) event.preventDefault()
    if (shortcut === 'select' && closestTextField(event.target) && !isEditorChrome(event.target)) {
      const hit = hitTest(event.target)
      if (hit && !isInSelection(hit, options))
        selectionRef.send({ type: 'resource.selected', ...hit })
    }
  })

/** Takes the caret out of a text of the page, so that keys which type a character can mean something else. */
const leaveText = () => {
  const textEl = closestTextField(document.activeElement)
  if (textEl && !isEditorChrome(textEl)) textEl.blur()
}

const selectedElement = (options: PageListenerOptions) => {
  const iri = selectedIriOf(options)
  return iri === undefined ? null : findResourceElement(iri)
}

const isInSelection = ({ stack }: Selection, options: PageListenerOptions) => {
  const iri = selectedIriOf(options)
  return iri !== undefined && stack.includes(iri)
}

const pressTargetOf = ({ target, clientX: x, clientY: y }: MouseEvent): PressTarget => ({
  point: { x, y },
  textId: closestTextField(target)?.id || null,
  iri: hitTest(target)?.stack[0] ?? null,
  isChrome: isEditorChrome(target),
})

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button') !== null
