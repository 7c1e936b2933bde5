/**
 * The DOM listeners for the links of the page. A click on one selects in edit mode, and shows beside it an offer to open
 * the link. A click with a modifier key is the browser's, which does nothing with a link in an editable text.
 */
import { linkTargetOf } from '#content/links/link-target.ts'
import { isForced, locationOf } from '#content/navigation/location.ts'
import { isOpen, selectLink } from '#machines/editing/selection/link-preview.ts'
import {
  findLink,
  focusableOf,
  focusedLink,
  isInText,
  linkOf,
  pageLinkOf,
  pressedLinkOf,
} from '../dom/find-link.ts'
import { tabbableElements } from '#src/ui/tabbable-elements.ts'
import { isDialogOpen } from '../dom/is-dialog-open.ts'
import { type On, type PageListenerOptions, areaOf } from './listener-options.ts'
import { matchesShortcut } from '../shortcuts.ts'

/** Adds the listeners for pressing links, for Tab, and for keys on a link. */
export function addLinkListeners(on: On, options: PageListenerOptions) {
  addPressListeners(on, options)
  addTabListeners(on, options)
  addKeyListeners(on, options)
}

/** True for a click that follows a link: with a modifier key, or because the link leads away (`cwa_force=true`). */
export const isFollowed = (event: MouseEvent) => {
  const link = linkOf(event.target)
  if (!link) return false
  // In a text, Shift and Alt change the selection.
  const isModified = isTabClick(event) || (!isInText(link) && (event.shiftKey || event.altKey))
  return isModified || isForced(locationOf(link.href))
}

const isTabClick = ({ button, ctrlKey, metaKey }: MouseEvent) => button === 1 || ctrlKey || metaKey

const addPressListeners = (on: On, options: PageListenerOptions) => {
  const { linkPreviewRef, editModeRef } = options
  on('pointerdown', ({ target }) => {
    if (!previewElement()?.contains(target as Node))
      linkPreviewRef.send({ type: 'preview.dismissed' })
  })
  on('click', (event) => {
    const link = linkOf(event.target)
    if (!link?.closest('[data-area]') || isFollowed(event) || isTextSelectedIn(link)) return
    // A click by the keyboard has a `detail` of 0.
    const type = event.detail === 0 ? 'link.activated' : 'link.pressed'
    linkPreviewRef.send({ type, link: pressedLinkOf(link, areaOf(options)) })
  })
  // Elsewhere, such as on the error page, a link is only followed and never selected.
  on(
    'click',
    (event) => {
      const link = linkOf(event.target)
      if (!link || link.closest('[data-area]') || isFollowed(event) || !leadsToPage(link)) return
      event.preventDefault()
      editModeRef.send({ type: 'open.requested', href: pageLinkOf(link).href })
    },
    { capture: true },
  )
}

const isTextSelectedIn = (link: HTMLAnchorElement) => {
  const selection = document.getSelection()
  return selection !== null && !selection.isCollapsed && link.contains(selection.focusNode)
}

/** True unless the link leads to a place on the same page, or to something that is no page of this site. */
const leadsToPage = (link: HTMLAnchorElement) =>
  linkTargetOf(pageLinkOf(link))?.kind === 'page' && !(link.hash && isSamePage(link))

const isSamePage = ({ pathname, search }: HTMLAnchorElement) =>
  pathname === location.pathname && search === location.search

/** Opens a link in an editable text in a new tab, as the browser does with one elsewhere. */
const addTabListeners = (on: On, { linkPreviewRef }: PageListenerOptions) => {
  const onTabClick = (
    type: 'mousedown' | 'mouseup' | 'click' | 'auxclick',
    follow: (link: HTMLAnchorElement) => void,
  ) =>
    on(
      type,
      (event) => {
        const link = linkOf(event.target)
        if (!link || !isInText(link) || !isTabClick(event)) return
        event.preventDefault()
        // The text would select a paragraph, or paste what is selected elsewhere.
        event.stopPropagation()
        follow(link)
      },
      { capture: true },
    )
  const openTab = (link: HTMLAnchorElement) =>
    linkPreviewRef.send({ type: 'tab.requested', href: pageLinkOf(link).href })
  onTabClick('mousedown', () => {})
  onTabClick('mouseup', () => {})
  onTabClick('click', openTab)
  onTabClick('auxclick', openTab)
}

const modifierKeys = ['Shift', 'Control', 'Alt', 'Meta']

/**
 * Opens the offer with Alt+Enter, also in a text, and moves the focus into it and out of it. Any other key closes it, except
 * in a dialog over it.
 */
const addKeyListeners = (on: On, options: PageListenerOptions) => {
  const { linkPreviewRef } = options
  const handleKey = (event: KeyboardEvent) => {
    const { key } = event
    const altLink = matchesShortcut(event, 'openLink') ? focusedLink() : null
    if (altLink) {
      event.preventDefault()
      event.stopPropagation()
      linkPreviewRef.send({
        type: 'link.activated',
        link: pressedLinkOf(altLink, areaOf(options)),
      })
      return
    }
    const preview = linkPreviewRef.getSnapshot()
    if (!isOpen(preview) || modifierKeys.includes(key) || isDialogOpen()) return
    const link = findLink(selectLink(preview)!)
    const isInPreview = previewElement()?.contains(document.activeElement) ?? false
    const isLeft = key === 'Tab' ? !moveFocus(event, link, isInPreview) : !isInPreview
    if (key === 'Escape') event.preventDefault()
    if (isLeft || key === 'Escape') linkPreviewRef.send({ type: 'preview.dismissed' })
  }
  on('keydown', handleKey, { capture: true })
}

/**
 * Moves the focus on Tab from the link into the offer beside it, and back on Shift+Tab. Returns false when the focus
 * leaves both; it does so from the link, so that what follows is what follows the link.
 */
function moveFocus(event: KeyboardEvent, link: HTMLAnchorElement | null, isInPreview: boolean) {
  const stops = tabbableElements(previewElement()!)
  const from = document.activeElement
  if (!isInPreview) {
    if (event.shiftKey || !link?.contains(from)) return false
    event.preventDefault()
    stops[0]?.focus()
    return true
  }
  if (from !== stops.at(event.shiftKey ? 0 : -1)) return true
  if (link) focusableOf(link).focus({ preventScroll: true })
  if (event.shiftKey) event.preventDefault()
  return event.shiftKey
}

const previewElement = () => document.querySelector('[data-link-preview]')
