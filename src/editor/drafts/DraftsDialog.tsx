import { useSelector } from '@xstate/react'
import { Tabs } from 'radix-ui'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { type DraftsListRef, isPageListed, isReading } from '#machines/editing/drafts-list.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { findPanel } from '../dom/find-panel.ts'
import { useFocusFallback } from '../hooks/use-focus-fallback.ts'
import tabStyles from '../panel/tabs/ResourceTabs.module.css'
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
  const isPage = useSelector(draftsListRef, isPageListed)
  const { kinds } = useSiteKinds()
  const endpoints = kinds.flatMap(({ publishable, endpoint }) => (publishable ? [endpoint] : []))
  const close = () => dismiss(draftsListRef)
  const show = ({ selection }: ListedDraft) => {
    if (selection) {
      const { area, stack } = selection
      selectionRef.send({ type: 'resource.selected', area, stack: [...stack] })
    }
    close()
    findPanel()?.focus({ preventScroll: true })
  }
  return (
    <Dialog label="Changes" width="wide" onDismiss={close}>
      <Tabs.Root
        className={styles.tabs}
        value={isPage ? 'page' : 'site'}
        onValueChange={(scope) =>
          draftsListRef.send({
            type: 'scope.selected',
            scope: scope === 'page' ? 'page' : 'site',
            endpoints,
          })
        }
      >
        <Tabs.List className={tabStyles.list} aria-label="Drafts of">
          <Tabs.Trigger value="page" className={tabStyles.tab}>
            This page ({pageCount})
          </Tabs.Trigger>
          <Tabs.Trigger value="site" className={tabStyles.tab}>
            Whole site
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value={isPage ? 'page' : 'site'} className={styles.content}>
          <DraftsOutcome draftsListRef={draftsListRef} />
          <DraftRows {...{ drafts, draftsListRef, editModeRef }} onShow={show} />
        </Tabs.Content>
      </Tabs.Root>
      <DraftsFooter {...{ drafts, draftsListRef, editModeRef }} onClose={close} />
    </Dialog>
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
