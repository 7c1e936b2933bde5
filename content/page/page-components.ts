/** Walks through the components of a page and its layout, as an editor sees them. */
import { positionsOf } from '../model/groups.ts'
import type { Iri } from '../model/iri.ts'
import type { Stack } from '../model/selection-fallbacks.ts'
import { draftOf } from '../model/component-versions.ts'
import { visibleVersionAt } from '../model/visible-version.ts'
import type { GroupOwner, ReadResource } from '../model/resource.ts'
import type { PageParts } from './page.ts'
import type { Area, Selection } from './selection/selection.ts'

/** A component on a page or in its layout. */
export interface PositionedComponent extends Selection {
  iri: Iri<'COMPONENT'>
}

type PageAndLayout = Pick<PageParts, 'page' | 'layout'>

/**
 * Returns the components of a page, each as its draft if it has one: those of the layout, then those of the page, in the
 * order of their groups, each followed by what is inside it.
 */
export const componentsOn = (
  { layout, page }: PageAndLayout,
  read: ReadResource,
): PositionedComponent[] => [
  ...positionedIn(layout, 'layout', read),
  ...positionedIn(page, 'page', read),
]

/** Returns the components of a page that have a draft, each once, in the order of `componentsOn`. */
export const draftsOn = (page: PageAndLayout, read: ReadResource): PositionedComponent[] => {
  const drafts = componentsOn(page, read).filter(({ iri }) => draftOf(iri, read) === iri)
  return [...new Map(drafts.toReversed().map((draft) => [draft.iri, draft])).values()].toReversed()
}

/** Returns the groups of a page and then those of its layout, each followed by the groups inside it. */
export const groupsOn = (
  { layout, page }: PageAndLayout,
  read: ReadResource,
): Iri<'COMPONENT_GROUP'>[] => {
  const groups = new Set<Iri<'COMPONENT_GROUP'>>()
  const addGroupsOf = (owner: GroupOwner) => {
    for (const group of read(owner)?.componentGroups ?? []) {
      if (groups.has(group) || !read(group)) continue
      groups.add(group)
      for (const position of positionsOf(group, read)) {
        const component = visibleVersionAt(position, read)
        if (component) addGroupsOf(component)
      }
    }
  }
  for (const owner of [page, layout]) if (owner) addGroupsOf(owner)
  return [...groups]
}

const positionedIn = (
  owner: GroupOwner | undefined,
  area: Area,
  read: ReadResource,
): PositionedComponent[] =>
  (owner ? componentsIn(owner, [], read) : []).map(({ iri, stack }) => ({ iri, stack, area }))

const componentsIn = (
  owner: GroupOwner,
  ancestors: Stack,
  read: ReadResource,
): Pick<PositionedComponent, 'iri' | 'stack'>[] =>
  (read(owner)?.componentGroups ?? []).flatMap((group) =>
    // A group in a component that is in that group would never end.
    ancestors.includes(group)
      ? []
      : positionsOf(group, read).flatMap((position) => {
          const iri = visibleVersionAt(position, read)
          if (iri === null) return []
          const stack = [iri, position, group, ...ancestors]
          return [{ iri, stack }, ...componentsIn(iri, stack, read)]
        }),
  )
