/** Lets the browser edit a text by itself, until the code that formats texts is loaded. */
import { allowedHtml, isAllowedValue } from '#content/model/allowed-html.ts'
import type { Point } from '#content/page/geometry/box.ts'
import { isFileAddress } from '#content/pictures/unsent-files.ts'
import type { PressedPoints } from '#machines/editing/page-input.ts'

interface PlainTextOptions {
  /** The points between which the text was pressed, or null. */
  press: PressedPoints | null
  onInput: () => void
  onBlur: () => void
  onCompositionStart: () => void
  onCompositionEnd: () => void
}

/**
 * Makes an element editable, with the caret where it was pressed. Returns a function that removes the listeners; the
 * element stays as it is, because an editor may take its place while one types.
 */
export function editPlainText(textEl: HTMLElement, { press, ...listeners }: PlainTextOptions) {
  if (textEl.childNodes.length === 0)
    textEl.append(createParagraph(document, document.createElement('br')))
  textEl.contentEditable = 'true'
  if (press || document.activeElement === textEl) {
    textEl.focus({ preventScroll: true })
    placeCaret(textEl, press)
  }
  const controller = new AbortController()
  const on = (type: string, listener: () => void) =>
    textEl.addEventListener(type, listener, { signal: controller.signal })
  on('input', listeners.onInput)
  on('blur', listeners.onBlur)
  on('compositionstart', listeners.onCompositionStart)
  on('compositionend', listeners.onCompositionEnd)
  return () => {
    controller.abort()
    listeners.onCompositionEnd()
  }
}

/** Places the caret where the pointer was pressed, or selects from there to where it was released; else at the start. */
function placeCaret(textEl: HTMLElement, press: PressedPoints | null) {
  const selection = document.getSelection()
  const anchor = press && caretAt(press.from)
  const head = press && caretAt(press.to)
  if (anchor && head && textEl.contains(anchor.node) && textEl.contains(head.node))
    selection?.setBaseAndExtent(anchor.node, anchor.offset, head.node, head.offset)
  else if (!textEl.contains(selection?.anchorNode ?? null))
    selection?.collapse(textEl.firstElementChild ?? textEl, 0)
}

/** Returns the position in the text at a point of the window. Safari knows only the older method. */
function caretAt({ x, y }: Point): { node: Node; offset: number } | null {
  if ('caretPositionFromPoint' in document) {
    const position = document.caretPositionFromPoint(x, y)
    return position && { node: position.offsetNode, offset: position.offset }
  }
  const range = (document as Document).caretRangeFromPoint?.(x, y)
  return range ? { node: range.startContainer, offset: range.startOffset } : null
}

const allowedTags: readonly string[] = allowedHtml.tags
const allowedAttributes: Readonly<Record<string, readonly string[]>> = allowedHtml.attributes

/** Matches elements whose text is not content. */
export const elementsWithoutContent = 'script, style, template, title, noscript, iframe, object'
/** Blocks that browsers and other programs write instead of paragraphs. */
const paragraphs = ['div', 'section', 'article', 'h1']

/** Returns a copy with only the elements and attributes that content may have: a browser may write or paste others. */
export function allowedCopyOf(textEl: HTMLElement) {
  // A document without a window loads nothing, such as the images in what was pasted.
  const copyDocument = document.implementation.createHTMLDocument()
  const copyEl = copyDocument.importNode(textEl, true)
  for (const element of copyEl.querySelectorAll(elementsWithoutContent)) element.remove()
  for (const element of copyEl.querySelectorAll('*')) {
    const name = element.localName
    if (paragraphs.includes(name))
      element.replaceWith(createParagraph(copyDocument, ...element.childNodes))
    else if (!allowedTags.includes(name)) element.replaceWith(...element.childNodes)
    else removeAttributes(element, allowedAttributes[name] ?? [])
  }
  return copyEl
}

function removeAttributes(element: Element, allowed: readonly string[]) {
  for (const { name, value } of [...element.attributes])
    if (
      !allowed.includes(name) ||
      !(isAllowedValue(element.localName, name, value) || isFileAddress(value))
    )
      element.removeAttribute(name)
  if (element.localName === 'img' && !element.hasAttribute('src')) element.remove()
}

const createParagraph = (owner: Document, ...children: Node[]) => {
  const paragraphEl = owner.createElement('p')
  paragraphEl.append(...children)
  return paragraphEl
}
