let range: Range | null = null

/**
 * Returns a range around the contents of a node, to measure these. It is the same one each time, and another one's after the next
 * call: the browser updates each range at each change of the document, until its memory is freed.
 */
export function rangeAround(node: Node): Range {
  range ??= document.createRange()
  range.selectNodeContents(node)
  return range
}
