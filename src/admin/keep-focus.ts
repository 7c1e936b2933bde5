/** Keeps the focus on a screen when what has it is removed, such as a row by its own button. */
import { tabbableElements } from '#src/ui/tabbable-elements.ts'

/**
 * Moves the focus to what is now where it was, in the smallest part of `root` that has something to focus, unless something else
 * takes it. Returns a function that ends this.
 */
export function keepFocusIn(root: HTMLElement | null) {
  if (!root) return
  let focused: Element | null = null
  const remember = ({ target }: FocusEvent) => {
    focused = target as Element
  }
  const forget = () =>
    queueMicrotask(() => {
      // Browsers also report the loss by a removal. A press on the screen beside everything is no loss.
      if (focused?.isConnected && !isFocusKept()) focused = null
    })
  const observer = new MutationObserver((records) => {
    const record = records.find(({ removedNodes }) => [...removedNodes].some(hasFocused))
    if (!record || isFocusKept()) return
    const position = positionOf(record)
    // Views that move the focus themselves do so before the next frame.
    requestAnimationFrame(() => isFocusKept() || focusFrom(root, position))
  })
  const hasFocused = (node: Node) => node.contains(focused)
  root.addEventListener('focusin', remember)
  root.addEventListener('focusout', forget)
  observer.observe(root, { childList: true, subtree: true })
  return () => {
    root.removeEventListener('focusin', remember)
    root.removeEventListener('focusout', forget)
    observer.disconnect()
  }
}

const isFocusKept = () => document.activeElement !== document.body

interface Position {
  parent: Node
  next: Node | null
}

const positionOf = ({ target, nextSibling }: MutationRecord): Position => ({
  parent: target,
  next: nextSibling,
})

/** Focuses what is next to a position, or else what is before it; `root` itself where nothing else can have the focus. */
function focusFrom(root: HTMLElement, { parent, next }: Position) {
  for (let part: Node | null = parent; part && root.contains(part); part = part.parentNode) {
    const stops = tabbableElements(part as Element)
    const stop = stops.find((element) => isFrom(element, next)) ?? stops.at(-1)
    if (stop) {
      stop.focus()
      return
    }
  }
  root.focus()
}

/** True for an element in or after a node that is still in the document. */
const isFrom = (element: Element, node: Node | null) =>
  node !== null &&
  node.isConnected &&
  (node.contains(element) ||
    (node.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
