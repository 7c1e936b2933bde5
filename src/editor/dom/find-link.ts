/** Finds links of the page: the one that was pressed, and the same one after its text was rendered again. */
import { isIriOf } from '#content/model/iri.ts'
import type { PageLink } from '#content/links/link-target.ts'
import type { Area } from '#content/page/selection/selection.ts'
import type { PressedLink } from '#machines/editing/selection/link-preview.ts'
import { findResourceElement, hitTest, isEditorChrome } from './hit-test.ts'

/** Returns the link of the page that an event target belongs to, or null. */
export const linkOf = (target: EventTarget | null) =>
  target instanceof Element && !isEditorChrome(target)
    ? target.closest<HTMLAnchorElement>('a[href]')
    : null

/** True for a link that is part of an editable text, which the browser never follows. */
export const isInText = (link: HTMLAnchorElement) =>
  link.closest('[contenteditable="true"]') !== null

/** Returns the link of the content that has the focus or the caret, or null. */
export function focusedLink() {
  const { activeElement } = document
  const link = linkOf(activeElement) ?? linkOf(caretElement(activeElement))
  return link?.closest('[data-area]') ? link : null
}

/** Returns the element that the caret is in, if the text around it has the focus. */
function caretElement(focused: Element | null) {
  const node = document.getSelection()?.focusNode
  if (!node || !focused?.closest('[contenteditable="true"]')?.contains(node)) return null
  return node instanceof Element ? node : node.parentElement
}

/**
 * Returns where a link leads: relative to this site, or absolute elsewhere. `opensTab` is true for another tab or a
 * download.
 */
export const pageLinkOf = (link: HTMLAnchorElement): PageLink => ({
  href: link.origin === location.origin ? `${link.pathname}${link.search}${link.hash}` : link.href,
  opensTab: link.hasAttribute('download') || !['', '_self'].includes(link.target),
})

/** Returns the description of a link for the link preview, while `area` is being edited. */
export function pressedLinkOf(link: HTMLAnchorElement, area: Area): PressedLink {
  const hit = hitTest(link)
  const position = hit?.stack.find((iri) => !isIriOf('COMPONENT', iri)) ?? null
  return {
    ...pageLinkOf(link),
    position,
    index: linksIn(position).indexOf(link),
    otherArea: hit && hit.area !== area ? hit : null,
  }
}

/** Returns the element of a link that was pressed; null once it is gone. */
export const findLink = ({ position, index }: PressedLink) => linksIn(position)[index] ?? null

const linksIn = (position: PressedLink['position']) => {
  const element =
    position === null ? document.querySelector('[data-area]') : findResourceElement(position)
  return [...(element?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [])]
}

/** Returns the element that has the focus for a link: the editable text that contains it, or the link. */
export const focusableOf = (link: HTMLAnchorElement) =>
  link.closest<HTMLElement>('[role="textbox"]') ?? link
