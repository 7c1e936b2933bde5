import { dequal } from 'dequal/lite'
import { useSelector } from '@xstate/react'
import { draftsOn } from '#content/page/page-components.ts'
import type { DraftsListRef } from '#machines/editing/drafts-list.ts'
import { draftsMenuMachine, isDraftSelected, isOpen } from '#machines/editing/drafts-menu.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { focusPanel } from '../dom/find-panel.ts'
import { useCurrentPage } from '../hooks/use-content-scope.ts'
import { useOpenFromMenu } from './use-open-from-menu.ts'
import { excerptOf, labelOf } from '../labels.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { Menu } from '../menu/Menu.tsx'
import { MenuItem, MenuLabel } from '../menu/MenuItem.tsx'
import styles from './DraftsMenu.module.css'

interface DraftsMenuProps {
  selectionRef: SelectionRef
  draftsListRef: DraftsListRef
}

/**
 * Shows how many components of the page have a draft, and lists them to be selected. Renders nothing without drafts.
 */
export function DraftsMenu({ selectionRef, draftsListRef }: DraftsMenuProps) {
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
      <MenuLabel>Visitors do not see these yet</MenuLabel>
      {drafts.map(({ iri, stack, area, label, excerpt }) => (
        <MenuItem
          key={iri}
          onSelect={() => {
            menuRef.send({ type: 'draft.selected' })
            selectionRef.send({ type: 'resource.selected', stack, area })
          }}
        >
          <span className={styles.draft}>
            {label}
            {excerpt ? <span className={styles.excerpt}>{excerpt}</span> : null}
          </span>
        </MenuItem>
      ))}
      <MenuItem onSelect={() => openList(draftsListRef)}>Review changes…</MenuItem>
    </Menu>
  )
}

const Count = ({ count }: { count: number }) => (
  <span className={styles.count}>
    <Icon name="draft" />
    {count}
    <span className={styles.label}>{count === 1 ? 'draft' : 'drafts'}</span>
  </span>
)

/** Returns the drafts of the current page with their labels and excerpts. */
function useDrafts() {
  const page = useCurrentPage()
  const site = useSiteKinds()
  return useResourceSelector(
    (read) =>
      (page ? draftsOn(page, read) : []).map((draft) => ({
        ...draft,
        label: labelOf(draft.iri, read, site),
        excerpt: excerptOf(draft.iri, read, site),
      })),
    dequal,
  )
}
