import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type LinkTarget, linkTargetOf } from '#content/links/link-target.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import { type EditModeRef, selectPendingActionRef } from '#machines/editing/edit-mode.ts'
import {
  type LinkPreviewRef,
  type PressedLink,
  isFocused,
  selectLink,
} from '#machines/editing/selection/link-preview.ts'
import { isBusy } from '#machines/editing/pending-action.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { Button } from '#src/ui/Button.tsx'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import styles from './LinkPreview.module.css'
import { focusableOf } from '../dom/find-link.ts'
import { positionBeside } from '../dom/position-beside.ts'
import { useFocusFallback } from '../hooks/use-focus-fallback.ts'
import { useLinkElement } from './use-link-element.ts'
import { ariaKeyShortcuts, shortcuts } from '../shortcuts.ts'

interface LinkPreviewProps {
  linkPreviewRef: LinkPreviewRef
  selectionRef: SelectionRef
  editModeRef: EditModeRef
}

/** Shows the address of a pressed link beside it, and offers to open it. */
export function LinkPreview(actors: LinkPreviewProps) {
  const link = useSelector(actors.linkPreviewRef, selectLink)
  return link && <LinkPopover key={`${link.position} ${link.index}`} link={link} {...actors} />
}

const openLabels: Record<LinkTarget['kind'], string> = {
  page: 'Open page',
  tab: 'Open in a new tab',
  email: 'Write an email',
  phone: 'Call',
}

function LinkPopover(props: LinkPreviewProps & { link: PressedLink }) {
  const { link, linkPreviewRef, selectionRef, editModeRef } = props
  const ref = useRef<HTMLDivElement>(null)
  usePositionBesideLink(ref, link, linkPreviewRef)
  const busy = useSelector(useSelector(editModeRef, selectPendingActionRef), isBusy)
  const { kind, address } = linkTargetOf(link)!
  return (
    <div
      ref={ref}
      role="dialog"
      aria-label={`Link to ${address}`}
      className={classNames(popoverStyles.popover, styles.preview)}
      data-editor-chrome=""
      data-link-preview=""
    >
      <p className={styles.address}>{address}</p>
      <Button
        variant="solid"
        busy={busy}
        aria-keyshortcuts={ariaKeyShortcuts(shortcuts.openLink.keys)}
        onClick={() => linkPreviewRef.send({ type: 'open.requested' })}
      >
        {openLabels[kind]}
      </Button>
      {link.otherArea && (
        <EditButton otherArea={link.otherArea} {...{ linkPreviewRef, selectionRef }} />
      )}
    </div>
  )
}

/** Selects the text of a link in the other area, where a press on it selects nothing. */
function EditButton({
  otherArea,
  linkPreviewRef,
  selectionRef,
}: Pick<LinkPreviewProps, 'linkPreviewRef' | 'selectionRef'> & { otherArea: Selection }) {
  const select = () => {
    linkPreviewRef.send({ type: 'preview.dismissed' })
    selectionRef.send({ type: 'resource.selected', ...otherArea })
  }
  return <Button onClick={select}>Edit the {otherArea.area}</Button>
}

/** Positions the offer beside the link, moves the focus into it if it was asked for by a key, and back when it closes. */
function usePositionBesideLink(
  ref: RefObject<HTMLElement | null>,
  link: PressedLink,
  linkPreviewRef: LinkPreviewRef,
) {
  const element = useLinkElement(link)
  const focused = useSelector(linkPreviewRef, isFocused)
  useFocusFallback(ref, () => element && focusableOf(element))
  useLayoutEffect(() => {
    const hide = () => linkPreviewRef.send({ type: 'link.hidden' })
    if (!element) return hide()
    return positionBeside(element, ref.current!, hide)
  }, [element, linkPreviewRef, ref])
  useEffect(() => {
    if (focused) ref.current!.querySelector('button')!.focus({ preventScroll: true })
  }, [focused, ref])
}
