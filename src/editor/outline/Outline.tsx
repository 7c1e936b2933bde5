import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { templateOf } from '#content/page/content-scope.ts'
import { type OutlineRef, isOpen } from '#machines/editing/outline.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import sidePanelStyles from '#src/ui/SidePanel.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { useEntrance } from '#src/ui/motion/use-entrance.ts'
import { afterPaint } from '../dom/after-paint.ts'
import { useCurrentPage } from '../hooks/use-content-scope.ts'
import { useEditMode } from '../hooks/use-edit-mode.ts'
import { useFocusFallback } from '../hooks/use-focus-fallback.ts'
import styles from './Outline.module.css'
import { OutlineTree, findOutlineToggle } from './OutlineTree.tsx'
import type { OutlineActors } from './outline-actors.ts'

/** The button in the editor bar controls the panel by its id. */
const panelId = 'editor-outline'

/** Opens and closes the outline. It has to be rendered while editing. */
export function OutlineButton() {
  const outlineRef = useAppActor('outline')
  const open = useSelector(outlineRef, isOpen)
  return (
    <Button
      variant="quiet"
      aria-label="Outline"
      title="Outline"
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      className={styles.toggle}
      data-outline-toggle=""
      onClick={() => outlineRef.send({ type: 'toggle.requested' })}
    >
      <Icon name="structure" />
      <span className={styles.label}>Outline</span>
    </Button>
  )
}

/** Shows the page as a tree while editing, if the outline is open: beside the page, or over it where it is narrow. */
export function Outline() {
  const { editModeRef, selectionRef, dragRef, pendingEditsRef } = useEditMode()
  const outlineRef = useAppActor('outline')
  const open = useSelector(outlineRef, isOpen)
  if (!open || !selectionRef || !dragRef || !pendingEditsRef) return null
  return <OutlinePanel {...{ editModeRef, outlineRef, selectionRef, dragRef, pendingEditsRef }} />
}

function OutlinePanel(actors: OutlineActors) {
  const { outlineRef } = actors
  const page = useCurrentPage()
  const template = useResourceSelector((read) => page && templateOf(page, read))
  const ref = useRef<HTMLElement>(null)
  useEffect(() => closeOnEscape(ref.current!, outlineRef), [outlineRef])
  useEffect(() => reserveSpace(ref.current!), [])
  useFocusFallback(ref, findOutlineToggle)
  useEntrance(ref, '-16px, 0')
  return (
    <section
      ref={ref}
      id={panelId}
      aria-label="Outline"
      tabIndex={-1}
      className={classNames(sidePanelStyles.sidePanel, styles.panel)}
      data-editor-chrome=""
    >
      <OutlineHeader outlineRef={outlineRef} />
      {page ? (
        // The page counts are those with which the tree was mounted.
        <OutlineTree
          key={`${page.page} ${template} ${page.layout}`}
          {...{ page, template }}
          {...actors}
        />
      ) : (
        <p className={styles.empty}>There is no page here to outline.</p>
      )}
    </section>
  )
}

const OutlineHeader = ({ outlineRef }: { outlineRef: OutlineRef }) => (
  <div className={styles.header}>
    <p className={styles.title}>Outline</p>
    <Button
      variant="quiet"
      aria-label="Close outline"
      title="Close"
      aria-keyshortcuts="Escape"
      onClick={() => outlineRef.send({ type: 'close.requested' })}
    >
      <Icon name="close" />
    </Button>
  </div>
)

/** Makes the page narrower, which lays out all of it, once the outline is painted. */
const reserveSpace = ({ dataset }: HTMLElement) => afterPaint(() => (dataset['outlineSpace'] = ''))

/**
 * Closes the outline, or gives up the name that is typed there, by a key that elsewhere clears the selection. Returns a function
 * that stops this.
 */
function closeOnEscape(panelEl: HTMLElement, outlineRef: OutlineRef) {
  const close = (event: KeyboardEvent) => {
    // Elsewhere it lets go of what is dragged.
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    outlineRef.send({ type: 'close.requested' })
  }
  panelEl.addEventListener('keydown', close)
  return () => panelEl.removeEventListener('keydown', close)
}
