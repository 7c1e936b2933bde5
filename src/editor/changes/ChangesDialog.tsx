import { useSelector } from '@xstate/react'
import { Tabs } from 'radix-ui'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import {
  type ChangesListRef,
  isPageListed,
  isReading,
} from '#machines/editing/changes/changes-list.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { findPanel } from '../dom/find-panel.ts'
import { useFocusFallback } from '../hooks/use-focus-fallback.ts'
import tabStyles from '../panel/tabs/ResourceTabs.module.css'
import { useSiteKinds } from '../site-kinds.ts'
import { ChangesFoot } from './ChangesFoot.tsx'
import styles from './ChangesDialog.module.css'
import { ChangeRow } from './ChangeRow.tsx'
import { ChangesOutcome } from './ChangesOutcome.tsx'
import { type ListedChange, useListedChanges } from './use-listed-changes.ts'
import { SiteListEnd } from './SiteListEnd.tsx'

export interface ChangesDialogProps {
  changesListRef: ChangesListRef
  editModeRef: EditModeRef
  selectionRef: SelectionRef
}

/** Lists what is not published yet, of this page or of the whole site, to be compared, published and discarded. */
export function ChangesDialog({ changesListRef, editModeRef, selectionRef }: ChangesDialogProps) {
  const { changes, pageCount } = useListedChanges(changesListRef)
  const isPage = useSelector(changesListRef, isPageListed)
  const { kinds } = useSiteKinds()
  const endpoints = kinds.flatMap(({ publishable, endpoint }) => (publishable ? [endpoint] : []))
  const close = () => dismiss(changesListRef)
  const show = ({ place }: ListedChange) => {
    if (place) selectionRef.send({ type: 'resource.selected', ...place, stack: [...place.stack] })
    close()
    findPanel()?.focus({ preventScroll: true })
  }
  return (
    <Dialog label="Changes" width="wide" onDismiss={close}>
      <Tabs.Root
        className={styles.tabs}
        value={isPage ? 'page' : 'site'}
        onValueChange={(scope) =>
          changesListRef.send(
            scope === 'page' ? { type: 'page.requested' } : { type: 'site.requested', endpoints },
          )
        }
      >
        <Tabs.List className={tabStyles.list} aria-label="Where">
          <Tabs.Trigger value="page" className={tabStyles.tab}>
            This page ({pageCount})
          </Tabs.Trigger>
          <Tabs.Trigger value="site" className={tabStyles.tab}>
            Whole site
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value={isPage ? 'page' : 'site'} className={styles.content}>
          <ChangesOutcome changesListRef={changesListRef} />
          <ChangeRows {...{ changes, changesListRef, editModeRef }} onShow={show} />
        </Tabs.Content>
      </Tabs.Root>
      <ChangesFoot {...{ changes, changesListRef, editModeRef }} onClose={close} />
    </Dialog>
  )
}

/** Closes the dialog, which returns the focus; its menu may be gone with the last draft of the page. */
function dismiss(changesListRef: ChangesListRef) {
  flushSync(() => changesListRef.send({ type: 'list.dismissed' }))
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[data-editor-bar] button')?.focus()
}

interface ChangeRowsProps {
  changes: readonly ListedChange[]
  changesListRef: ChangesListRef
  editModeRef: EditModeRef
  onShow: (change: ListedChange) => void
}

function ChangeRows({ changes, ...props }: ChangeRowsProps) {
  const ref = useRef<HTMLDivElement>(null)
  useFocusFallback(ref, () => null)
  const isPage = useSelector(props.changesListRef, isPageListed)
  const reading = useSelector(props.changesListRef, isReading)
  return (
    <div ref={ref} tabIndex={-1} className={styles.rows} aria-busy={reading}>
      {changes.length > 0 ? (
        <ul className={styles.list}>
          {changes.map((change) => (
            <ChangeRow key={change.iri} change={change} {...props} />
          ))}
        </ul>
      ) : null}
      {isPage && changes.length === 0 ? (
        <p className={styles.empty}>Everything on this page is published.</p>
      ) : null}
      {isPage ? null : (
        <SiteListEnd changesListRef={props.changesListRef} isEmpty={changes.length === 0} />
      )}
    </div>
  )
}
