import { useSelector } from '@xstate/react'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type DraftsListRef, isPageListed, isReading } from '#machines/editing/drafts-list.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { WriteSweep } from '#src/views/chrome/WriteSweep.tsx'
import { findPanel } from '../dom/find-panel.ts'
import { useFocusFallback } from '../hooks/use-focus-fallback.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { DraftsFooter } from './DraftsFooter.tsx'
import styles from './DraftsDialog.module.css'
import { DraftRow } from './DraftRow.tsx'
import { DraftsOutcome } from './DraftsOutcome.tsx'
import { type ListedDraft, useListedDrafts } from './use-listed-drafts.ts'
import { SiteListEnd } from './SiteListEnd.tsx'

export interface DraftsDialogProps {
  draftsListRef: DraftsListRef
  editModeRef: EditModeRef
  selectionRef: SelectionRef
}

/** Lists what is not published yet, of this page or of the whole site, to be compared, published and discarded. */
export function DraftsDialog({ draftsListRef, editModeRef, selectionRef }: DraftsDialogProps) {
  const { drafts, pageCount } = useListedDrafts(draftsListRef)
  const close = () => dismiss(draftsListRef)
  const show = ({ selection }: ListedDraft) => {
    if (selection) selectionRef.send({ type: 'resource.selected', ...selection })
    close()
    findPanel()?.focus({ preventScroll: true })
  }
  return (
    <Dialog label="Changes" width="wide" onDismiss={close}>
      <WriteSweep />
      <ScopeTabs draftsListRef={draftsListRef} pageCount={pageCount}>
        <DraftsOutcome draftsListRef={draftsListRef} />
        <DraftRows {...{ drafts, draftsListRef, editModeRef }} onShow={show} />
      </ScopeTabs>
      <DraftsFooter {...{ drafts, draftsListRef, editModeRef }} onClose={close} />
    </Dialog>
  )
}

interface ScopeTabsProps {
  draftsListRef: DraftsListRef
  /** The number of drafts of this page. */
  pageCount: number
  children: ReactNode
}

/** Offers the drafts of this page and those of the whole site as two tabs. */
function ScopeTabs({ draftsListRef, pageCount, children }: ScopeTabsProps) {
  const scope = useSelector(draftsListRef, isPageListed) ? 'page' : 'site'
  const { kinds } = useSiteKinds()
  const endpoints = kinds.flatMap(({ publishable, endpoint }) => (publishable ? [endpoint] : []))
  return (
    <Tabs
      label="Drafts of"
      tabs={[
        { value: 'page', label: `This page (${pageCount})` },
        { value: 'site', label: 'Whole site' },
      ]}
      value={scope}
      onSelect={(selected) =>
        draftsListRef.send({ type: 'scope.selected', scope: selected, endpoints })
      }
      className={styles.tabs}
      panelClassName={styles.content}
    >
      {children}
    </Tabs>
  )
}

/** Closes the dialog, which returns the focus; its menu may be gone with the last draft of the page. */
function dismiss(draftsListRef: DraftsListRef) {
  flushSync(() => draftsListRef.send({ type: 'list.dismissed' }))
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[data-editor-bar] button')?.focus()
}

interface DraftRowsProps {
  drafts: readonly ListedDraft[]
  draftsListRef: DraftsListRef
  editModeRef: EditModeRef
  onShow: (draft: ListedDraft) => void
}

function DraftRows({ drafts, ...props }: DraftRowsProps) {
  const ref = useRef<HTMLDivElement>(null)
  useFocusFallback(ref, () => null)
  const isPage = useSelector(props.draftsListRef, isPageListed)
  const reading = useSelector(props.draftsListRef, isReading)
  return (
    <div ref={ref} tabIndex={-1} className={styles.rows} aria-busy={reading}>
      {drafts.length > 0 ? (
        <ul className={styles.list}>
          {drafts.map((draft) => (
            <DraftRow key={draft.iri} draft={draft} {...props} />
          ))}
        </ul>
      ) : null}
      {isPage && drafts.length === 0 ? (
        <p className={styles.empty}>Everything on this page is published.</p>
      ) : null}
      {isPage ? null : (
        <SiteListEnd draftsListRef={props.draftsListRef} isEmpty={drafts.length === 0} />
      )}
    </div>
  )
}
