/** The outline of a page: the page and its layout as a tree of what an editor sees, and as the rows of that tree. */
import { positionsOf } from '../../model/groups.ts'
import type { InsertionPoint } from '../../model/insertion-point.ts'
import { type Iri, NEW_POSITION, NEW_RESOURCE, isIriOf } from '../../model/iri.ts'
import { isDraft } from '../../model/publish-state.ts'
import type { GroupOwner, ReadResource } from '../../model/resource.ts'
import type { Stack } from '../../model/selection-fallbacks.ts'
import { visibleVersionAt } from '../../model/visible-version.ts'
import { type ContentScope, isOwnComponent, templateOf } from '../content-scope.ts'
import type { PageParts } from '../page.ts'
import { isAreaRoot } from '../selection/area-root.ts'
import type { Area, Selection } from '../selection/selection.ts'

/** The page, the layout or something inside. */
export interface OutlineItem extends Selection {
  /** Names the position of the item, so that it is the same for a live component and its draft. */
  key: string
  iri: Iri
  isDraft: boolean
  /** The part of the site that a change of it reaches. */
  scope: ContentScope
  /** True for the outermost item of the template or the layout. */
  isScopeRoot: boolean
  children: readonly OutlineItem[]
}

/** Returns the positions of a group in the order to show. */
type OrderOf = (group: Iri<'COMPONENT_GROUP'>) => readonly Iri<'COMPONENT_POSITION'>[]

/**
 * Returns the key of the item that is selected, null for none. A component is in a position and has no name of its own
 * in the key, because its draft is another resource. The page and the layout have that of their area.
 */
export const outlineKeyOf = (stack: Stack, area: Area) =>
  stack.length > 0 ? [area, ...stack.filter(isNamed).toReversed()].join(' ') : null

const isNamed = (iri: Iri) => !isIriOf('COMPONENT', iri) && !isAreaRoot(iri)

/** Returns the positions of a group with that of a component that is being added to it and is not saved yet. */
export const withNewPosition = (
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  group: Iri<'COMPONENT_GROUP'>,
  insertionPoint: InsertionPoint | null,
) =>
  insertionPoint?.group === group
    ? positions.toSpliced(insertionPoint.index, 0, NEW_POSITION)
    : positions

/** Returns the page with its groups and their components in order, then the layout, which other pages share. */
export const outlineOf = (
  assembled: PageParts,
  read: ReadResource,
  orderOf: OrderOf = (group) => positionsOf(group, read),
): OutlineItem[] => {
  const { page, pageData, layout } = assembled
  const content = { read, orderOf, pageData }
  const rootOf = (owner: GroupOwner, iri: Iri, area: Area, scope: ContentScope): OutlineItem => {
    const root = { key: area, iri, area, stack: [iri], isDraft: false, scope }
    // The parts of a template that is shown as a page of its own are edited like those of any page.
    const parent = { ...root, stack: [], scope: area }
    const children = groupsOf(owner, parent, content)
    return { ...root, isScopeRoot: scope !== 'page', children }
  }
  const isTemplate = !pageData && templateOf(assembled, read) !== null
  return [
    ...(page ? [rootOf(page, pageData ?? page, 'page', isTemplate ? 'template' : 'page')] : []),
    ...(layout ? [rootOf(layout, layout, 'layout', 'layout')] : []),
  ]
}

type Parent = Pick<OutlineItem, 'key' | 'stack' | 'area' | 'scope'>
interface Content {
  read: ReadResource
  orderOf: OrderOf
  pageData: Iri<'PAGE_DATA'> | undefined
}

const groupsOf = (owner: GroupOwner, parent: Parent, content: Content): OutlineItem[] => {
  const { read, orderOf, pageData } = content
  const { stack: ancestors, area, scope } = parent
  const groupScope = pageData && isIriOf('PAGE', owner) ? 'template' : scope
  return (
    (read(owner)?.componentGroups ?? [])
      // A group in a component that is in that group would never end.
      .filter((group) => !ancestors.includes(group) && read(group))
      .map((iri) => {
        const key = `${parent.key} ${iri}`
        const stack = [iri, ...ancestors]
        const group = { key, iri, area, stack, isDraft: false, scope: groupScope }
        const children = orderOf(iri).map((position) => componentAt(position, group, content))
        const isScopeRoot = groupScope !== scope
        return { ...group, isScopeRoot, children: children.filter((item) => item !== null) }
      })
  )
}

const componentAt = (
  position: Iri<'COMPONENT_POSITION'>,
  { key: groupKey, stack: ancestors, area, scope: groupScope }: Parent,
  content: Content,
): OutlineItem | null => {
  const { read, pageData } = content
  const iri = position === NEW_POSITION ? NEW_RESOURCE : visibleVersionAt(position, read)
  const component = iri ? read(iri) : undefined
  if (!iri || !(component || iri === NEW_RESOURCE)) return null
  const scope = isOwnComponent(iri, pageData, read) ? 'page' : groupScope
  const key = `${groupKey} ${position}`
  const item = { key, iri, area, stack: [iri, position, ...ancestors], scope, isScopeRoot: false }
  return { ...item, isDraft: isDraft(component), children: groupsOf(iri, item, content) }
}

export interface OutlineRow {
  item: OutlineItem
  /** Counted from 1, like the position among the items beside it. */
  level: number
  posInSet: number
  setSize: number
  /** Null for an item with nothing inside. */
  isExpanded: boolean | null
}

/** Returns the rows of an outline from top to bottom, without what is inside of collapsed items. */
export const outlineRows = (
  items: readonly OutlineItem[],
  collapsed: readonly string[],
  level = 1,
): OutlineRow[] =>
  items.flatMap((item, index) => {
    const { key, children } = item
    const isExpanded = children.length === 0 ? null : !collapsed.includes(key)
    const row = { item, level, posInSet: index + 1, setSize: items.length, isExpanded }
    return isExpanded ? [row, ...outlineRows(children, collapsed, level + 1)] : row
  })

const isInside = (key: string, ancestor: string) => key.startsWith(`${ancestor} `)

/** Returns the collapsed items without those that hide an item. */
export const withAncestorsExpanded = (collapsed: readonly string[], key: string) =>
  collapsed.filter((other) => !isInside(key, other))

/** Returns the IRI by which the key of an item ends: that of its group or position; undefined for the page and the layout. */
export const lastIriOf = (key: string) => key.split(' ').slice(1).at(-1)

/**
 * Returns the index of an item's row, also after it was moved to another group or, while it is hidden or gone, of what it was
 * in; 0 for no item.
 */
export const rowIndexOf = (rows: readonly OutlineRow[], key: string | null) => {
  if (key === null) return 0
  const iri = lastIriOf(key)
  const own = rows.findIndex(({ item }) => item.key === key)
  const moved = rows.findIndex(({ item }) => iri !== undefined && lastIriOf(item.key) === iri)
  const outer = rows.findLastIndex(({ item }) => isInside(key, item.key))
  return [own, moved, outer].find((index) => index >= 0) ?? 0
}
