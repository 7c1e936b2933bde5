import { dequal } from 'dequal/lite'
import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { ReadResource } from '#content/model/resource.ts'
import { draftsOn } from '#content/page/page-components.ts'
import { inLayoutNote, pagesLabel } from '#content/page/pages-label.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { DraftsListRef } from '#machines/editing/drafts-list.ts'
import { draftsMenuMachine, isDraftSelected, isOpen } from '#machines/editing/drafts-menu.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { refusalOf } from '../action-refusal.ts'
import { focusPanel } from '../dom/find-panel.ts'
import { useCurrentPage } from '../hooks/use-content-scope.ts'
import { usePageCount } from '../hooks/use-page-count.ts'
import { useOpenFromMenu } from './use-open-from-menu.ts'
import { excerptOf, labelOf } from '../labels.ts'
import { lackingOf } from '../messages.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { Menu } from '../menu/Menu.tsx'
import { MenuItem, MenuLabel } from '../menu/MenuItem.tsx'
import styles from './DraftsMenu.module.css'

interface DraftsMenuProps {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
  draftsListRef: DraftsListRef
}

/**
 * Shows how many components of the page have a draft, lists them to be selected, and publishes those that are ready. Renders
 * nothing without drafts.
 */
export function DraftsMenu({ editModeRef, selectionRef, draftsListRef }: DraftsMenuProps) {
  const drafts = useDrafts()
  const menuRef = useViewActor('draftsMenu', draftsMenuMachine, undefined)
  const open = useSelector(menuRef, isOpen)
  const focusOnClose = () => isDraftSelected(menuRef.getSnapshot()) && focusPanel()
  const { triggerRef, openList } = useOpenFromMenu()
  if (drafts.length === 0) return null
  return (
    <Menu
      trigger={<Count count={drafts.length} />}
      label={drafts.length === 1 ? '1 draft on this page' : `${drafts.length} drafts on this page`}
      open={open}
      onOpenChange={(isOpened) =>
        menuRef.send({ type: isOpened ? 'menu.opened' : 'menu.dismissed' })
      }
      triggerProps={{ ref: triggerRef }}
      focusOnClose={focusOnClose}
    >
      <DraftItems {...{ drafts, menuRef, selectionRef }} />
      <PublishPage drafts={drafts} editModeRef={editModeRef} />
      <MenuItem onSelect={() => openList(draftsListRef)}>Review changes…</MenuItem>
    </Menu>
  )
}

type Drafts = ReturnType<typeof useDrafts>

interface DraftItemsProps extends Pick<DraftsMenuProps, 'selectionRef'> {
  drafts: Drafts
  menuRef: ActorRefFrom<typeof draftsMenuMachine>
}

/** Lists the drafts to be selected. Those of the layout say how many pages show it. */
function DraftItems({ drafts, menuRef, selectionRef }: DraftItemsProps) {
  const layoutNote = inLayoutNote(useLayoutCount(drafts))
  return (
    <>
      <MenuLabel>Visitors do not see these yet</MenuLabel>
      {drafts.map(({ iri, stack, area, label, note }) => (
        <MenuItem
          key={iri}
          onSelect={() => {
            menuRef.send({ type: 'draft.selected' })
            selectionRef.send({ type: 'resource.selected', stack, area })
          }}
        >
          <span className={styles.draft}>
            {label}
            {note ? <span className={styles.excerpt}>{note}</span> : null}
            {area === 'layout' ? <span className={styles.excerpt}>{layoutNote}</span> : null}
          </span>
        </MenuItem>
      ))}
    </>
  )
}

/** Returns how many pages show the layout, if one of the drafts is in it. */
function useLayoutCount(drafts: Drafts) {
  const layout = useCurrentPage()?.layout
  return usePageCount(drafts.some(({ area }) => area === 'layout') ? (layout ?? null) : null)
}

interface PublishPageProps extends Pick<DraftsMenuProps, 'editModeRef'> {
  drafts: Drafts
}

/**
 * Publishes the drafts of the page in one change, without those that lack something. Before that it says that other pages
 * change, too.
 */
function PublishPage({ drafts, editModeRef }: PublishPageProps) {
  const refusal = useSelector(editModeRef, refusalOf)
  const ready = drafts.filter(({ isReady }) => isReady)
  const isInLayout = ready.some(({ area }) => area === 'layout')
  const count = useLayoutCount(ready)
  const iris = ready.map(({ iri }) => iri)
  return (
    <MenuItem
      disabledReason={refusal ?? (iris.length === 0 ? 'No draft is ready.' : null)}
      onSelect={() => editModeRef.send({ type: 'publishAll.requested', iris })}
    >
      <span className={styles.draft}>
        {iris.length === drafts.length
          ? 'Publish page'
          : `Publish page without what is not ready (${drafts.length - iris.length})`}
        {isInLayout ? (
          <span className={styles.excerpt}>
            {`Changes ${count === null ? 'all pages of the layout' : pagesLabel(count)}`}
          </span>
        ) : null}
      </span>
    </MenuItem>
  )
}

const Count = ({ count }: { count: number }) => (
  <span className={styles.count}>
    <Icon name="draft" />
    {count}
    <span className={styles.label}>{count === 1 ? 'draft' : 'drafts'}</span>
  </span>
)

/** Returns the drafts of the current page with their labels, and what they lack to be published, or else their excerpts. */
function useDrafts() {
  const page = useCurrentPage()
  const site = useSiteKinds()
  // Reads all components of the page, so it is called only when one of these has changed, and not at each render.
  const selectDrafts = useCallback(
    (read: ReadResource) =>
      (page ? draftsOn(page, read) : []).map((draft) => {
        const lacking = lackingOf(read(draft.iri))
        return {
          ...draft,
          label: labelOf(draft.iri, read, site),
          isReady: lacking === '',
          note: lacking === '' ? excerptOf(draft.iri, read, site) : lacking,
        }
      }),
    [page, site],
  )
  return useResourceSelector(selectDrafts, dequal)
}
