import { dequal } from 'dequal/lite'
import { useState } from 'react'
import { type Colleague, initialsOf } from '#content/presence/presence.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ReadResource } from '#content/model/resource.ts'
import { visibleVersion } from '#content/model/visible-version.ts'
import { isAdminPath } from '#content/navigation/path-patterns.ts'
import { safeDecodeUri } from '#content/navigation/location.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { usePath } from '#src/views/hooks/use-path.ts'
import { focusPanel } from '../dom/find-panel.ts'
import { findResourceElement, hitTest } from '../dom/hit-test.ts'
import { quotedLabelOf } from '../labels.ts'
import { Menu } from '../menu/Menu.tsx'
import { MenuItem, MenuLabel } from '../menu/MenuItem.tsx'
import { type SiteKinds, useSiteKinds } from '../site-kinds.ts'
import styles from './Colleagues.module.css'
import { useColleagues } from './use-colleagues.ts'

interface ColleaguesMenuProps {
  editModeRef: EditModeRef
  selectionRef: SelectionRef
}

/** The number of people that the button shows. */
const maxAvatars = 3

/** Shows who else edits, and leads to where they are. Renders nothing while nobody does. */
export function ColleaguesMenu({ editModeRef, selectionRef }: ColleaguesMenuProps) {
  const colleagues = useColleagues()
  const path = usePath()
  const [hasSelected, setSelected] = useState(false)
  const site = useSiteKinds()
  const whereabouts = useResourceSelector(
    (read) => colleagues.map(({ nearest }) => whereaboutsOf(nearest, { path, read, site })),
    dequal,
  )
  if (colleagues.length === 0) return null
  const label = `Also editing: ${colleagues.map(({ username }) => username).join(', ')}`
  const goTo = ({ nearest }: Colleague, selected: Iri | null) => {
    if (nearest.path !== path) editModeRef.send({ type: 'open.requested', href: nearest.path })
    else setSelected(select(selected, selectionRef))
  }
  return (
    <Menu
      label={label}
      triggerProps={{ title: label }}
      trigger={<Avatars of={colleagues} />}
      onOpenChange={(isOpened) => isOpened && setSelected(false)}
      focusOnClose={() => hasSelected && focusPanel()}
    >
      <MenuLabel>Also editing now</MenuLabel>
      {colleagues.map((colleague, index) => (
        <MenuItem
          key={colleague.user}
          onSelect={() => goTo(colleague, whereabouts[index]!.selected)}
        >
          <Avatar of={colleague} />
          <span className={styles.colleague}>
            {colleague.username}
            <span className={styles.whereabouts}>{whereabouts[index]!.label}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}

interface WhereaboutsContext {
  path: string
  read: ReadResource
  site: SiteKinds
}

/** Returns where somebody is, in words, and what of this page they have selected. */
const whereaboutsOf = (
  { path, pageTitle, resource, isTyping }: Colleague['nearest'],
  { path: ownPath, read, site }: WhereaboutsContext,
): { label: string; selected: Iri | null } => {
  if (path !== ownPath) {
    const address = isAdminPath(path) ? 'another page' : safeDecodeUri(path)
    return { label: `On ${pageTitle === undefined ? address : `“${pageTitle}”`}`, selected: null }
  }
  const selected = resource === undefined ? null : visibleVersion(resource, read)
  if (selected === null) return { label: 'On this page', selected }
  return {
    label: `${isTyping ? 'Editing' : 'At'} ${quotedLabelOf(selected, read, site)}`,
    selected,
  }
}

/** Selects what somebody has selected, which scrolls it into view. Returns false if it is not on the page. */
const select = (iri: Iri | null, selectionRef: SelectionRef) => {
  const selection = iri === null ? null : hitTest(findResourceElement(iri))
  if (selection) selectionRef.send({ type: 'resource.selected', ...selection })
  return selection !== null
}

const Avatars = ({ of: colleagues }: { of: readonly Colleague[] }) => (
  <span className={styles.avatars} aria-hidden="true" data-colleagues="">
    {colleagues.slice(0, maxAvatars).map((colleague) => (
      <Avatar key={colleague.user} of={colleague} />
    ))}
    {colleagues.length > maxAvatars ? <span>+{colleagues.length - maxAvatars}</span> : null}
  </span>
)

const Avatar = ({ of: { username, color } }: { of: Colleague }) => (
  <span className={styles.avatar} aria-hidden="true" data-person-color={color}>
    {initialsOf(username)}
  </span>
)
