/** Decides where on a page a component may be moved. */
import { isAllowedIn } from '../../model/allowed-kinds.ts'
import { liveAndDraft, positionsOfComponent } from '../../model/component-versions.ts'
import { type Iri, collectionIri, isIriOf } from '../../model/iri.ts'
import type { ComponentKind } from '../../model/kind.ts'
import type { ComponentPosition, ReadResource } from '../../model/resource.ts'
import { contentScopeOf } from '../../page/content-scope.ts'
import type { AssembledPage } from '../../page/page.ts'
import { staticComponentOf } from '../component-uses.ts'

/**
 * - `gone`: the component or the group has been deleted
 * - `template`: it is part of the template of a page of data, which is edited as a page of its own
 * - `inside`: the group is inside the component itself
 * - `placeholder`: the position is filled by each page of a template, and means nothing elsewhere
 * - `kind`: the group does not accept components of this kind
 */
export type DropRefusal = 'gone' | 'template' | 'inside' | 'placeholder' | 'kind'

export interface DropRules {
  page: Pick<AssembledPage, 'pageData'>
  kinds: readonly ComponentKind[]
  read: ReadResource
}

/** Returns why a position may not be moved into a group; null if it may. */
export const dropRefusalOf = (
  position: Iri<'COMPONENT_POSITION'>,
  group: Iri<'COMPONENT_GROUP'>,
  rules: DropRules,
): DropRefusal | null => {
  const { page, read } = rules
  const moved = read(position)
  const target = read(group)
  if (!moved || !target) return 'gone'
  if ([position, group].some((iri) => contentScopeOf(iri, page, read) === 'template'))
    return 'template'
  if (moved.componentGroup === group) return null
  if (isInside(group, moved, read)) return 'inside'
  if (isPlaceholder(moved) && target.location !== read(moved.componentGroup)?.location)
    return 'placeholder'
  return isKindRefused(moved, group, rules) ? 'kind' : null
}

/** True for a position that page data fills. Only administrators are told which of its properties. */
const isPlaceholder = ({ pageDataProperty, _metadata }: ComponentPosition) =>
  Boolean(pageDataProperty ?? _metadata.isDynamicPosition)

const isKindRefused = (
  moved: ComponentPosition,
  group: Iri<'COMPONENT_GROUP'>,
  { kinds, read }: DropRules,
) => {
  const component = staticComponentOf(moved) ?? moved.component
  const endpoint = component && collectionIri(component)
  const kind = kinds.find((other) => other.endpoint === endpoint)
  // Of an empty placeholder, the server knows the kind.
  return endpoint !== undefined && !isAllowedIn(read(group))({ endpoint, label: '', ...kind })
}

/** True if a group is in the component of a position, or in a component inside of that. */
const isInside = (
  group: Iri<'COMPONENT_GROUP'>,
  { component }: ComponentPosition,
  read: ReadResource,
) => {
  const versions = component ? Object.values(liveAndDraft<Iri>(component, read)) : []
  const visited = new Set<Iri>()
  const isWithin = (inner: Iri<'COMPONENT_GROUP'>): boolean => {
    if (visited.has(inner)) return false
    visited.add(inner)
    const owner = read(inner)?.location
    if (!isIriOf('COMPONENT', owner)) return false
    if (versions.includes(owner)) return true
    return positionsOfComponent(owner, read).some((position) => {
      const outer = read(position)?.componentGroup
      return outer !== undefined && isWithin(outer)
    })
  }
  return isWithin(group)
}
