import { type RefObject, useEffect, useRef } from 'react'
import { machineIds } from '#src/app/effects/admin/chart-files.ts'
import { machineViewer } from '#src/app/effects/admin/machine-viewer-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import sidePanelStyles from '#src/ui/SidePanel.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { MachineViewer } from './MachineViewer.tsx'
import styles from './MachineDock.module.css'

interface MachineDockProps {
  isWindowRefused: boolean
  onOpenWindow: () => void
  onClose: () => void
}

/** Shows the viewer at the side of the page, whose machines it follows: at its bottom where the window is narrow. */
export function MachineDock({ isWindowRefused, onOpenWindow, onClose }: MachineDockProps) {
  const ref = useRef<HTMLElement>(null)
  const viewerRef = useViewActor('machineViewer', machineViewer, { path: null, search: '' })
  useDockFocus(ref)
  return (
    <section
      ref={ref}
      aria-label="Machines of this page"
      tabIndex={-1}
      className={classNames(sidePanelStyles.sidePanel, styles.dock)}
      data-editor-chrome=""
    >
      <div className={styles.header}>
        <h2>Machines of this page</h2>
        <Button onClick={onOpenWindow}>Open in a window</Button>
        <Button variant="quiet" aria-label="Close" title="Close" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      {isWindowRefused ? (
        <p role="alert">The window was not opened. Allow windows of this site, and try again.</p>
      ) : null}
      <div className={styles.content}>
        <MachineViewer viewerRef={viewerRef} machines={machineIds} />
      </div>
    </section>
  )
}

/** The site menu, or the button that everybody has while developing. */
const openers = '[aria-label="Site menu"], [data-watch-machines]'

/** Makes room for it beside the page, moves the focus to it, and back to where it was opened when it is closed. */
function useDockFocus(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = document.documentElement
    root.dataset['machineDock'] = ''
    ref.current!.focus({ preventScroll: true })
    return () => {
      delete root.dataset['machineDock']
      document.querySelector<HTMLElement>(openers)?.focus()
    }
  }, [ref])
}
