/**
 * Returns a function that puts the caret back into the focused text. What takes the focus for a while takes the caret with
 * it, and the focus alone does not bring it back: what is typed next would be lost.
 */
export function keepCaret() {
  const selection = document.getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : null
  return () => {
    if (!range || !document.activeElement?.contains(range.commonAncestorContainer)) return
    selection?.removeAllRanges()
    selection?.addRange(range)
  }
}
