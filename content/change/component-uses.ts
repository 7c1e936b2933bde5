/** Finds what shows a component: positions and page data properties. */
import { draftOf, liveOf, positionsOfComponent } from '../model/component-versions.ts'
import { editableProperties } from '../model/editable-properties.ts'
import type { Iri } from '../model/iri.ts'
import { type ComponentPosition, type ReadResource, isResourceOf } from '../model/resource.ts'
import type { KnownContent } from './types.ts'

/** A page data property that shows a component. */
export interface PageDataUse {
  pageData: Iri<'PAGE_DATA'>
  property: string
}

/** Returns the IRIs of the versions that a component has, given either of them: the live one first. */
export const versionsOf = (iri: Iri<'COMPONENT'>, read: ReadResource) =>
  [liveOf(iri, read), draftOf(iri, read)].filter((version) => version !== null)

/** Returns the page data properties that show a component or its other version. */
export const pageDataUsesOf = (
  iri: Iri<'COMPONENT'>,
  { read, resources }: Pick<KnownContent, 'read' | 'resources'>,
): PageDataUse[] => {
  const versions: unknown[] = versionsOf(iri, read)
  return resources()
    .filter((resource) => isResourceOf('PAGE_DATA', resource))
    .flatMap((resource) =>
      Object.entries(editableProperties(resource))
        .filter(([, value]) => versions.includes(value))
        .map(([property]) => ({ pageData: resource['@id'], property })),
    )
}

/** Returns the positions that show a component: its own, and dynamic ones that page data fills with it. */
export const positionsShowing = (iri: Iri<'COMPONENT'>, { read, resources }: KnownContent) => {
  const versions = versionsOf(iri, read)
  const isFilled = ({ pageDataProperty, component }: ComponentPosition) =>
    pageDataProperty !== undefined && component !== undefined && versions.includes(component)
  const dynamic = resources()
    .filter((resource) => isResourceOf('COMPONENT_POSITION', resource))
    .filter(isFilled)
    .map((position) => position['@id'])
  return [...new Set([...positionsOfComponent(iri, read), ...dynamic])]
}

/** Returns what is read again once a component is gone or published: the positions that show it, their groups, and page data. */
export const resourcesShowing = (iri: Iri<'COMPONENT'>, content: KnownContent): Iri[] => {
  const positions = positionsShowing(iri, content)
  const pageData = pageDataUsesOf(iri, content).map((use) => use.pageData)
  return [...positions, ...groupsOfPositions(positions, content.read), ...pageData]
}

/** True for a component of one version that is used once: nothing else is lost with it. */
export const isShownOnce = (iri: Iri<'COMPONENT'>, read: ReadResource) =>
  versionsOf(iri, read).length === 1 && locationCountOf(iri, read) === 1

const locationCountOf = (iri: Iri<'COMPONENT'>, read: ReadResource) =>
  read(iri)?._metadata.publishable?.locationCount ?? 0

/** True if not all uses of a component are known, so that they cannot be restored after its deletion. */
export const hasUnknownUses = (iri: Iri<'COMPONENT'>, content: KnownContent) => {
  const { read } = content
  const counts = versionsOf(iri, read).map((version) => locationCountOf(version, read))
  const known = positionsOfComponent(iri, read).length + pageDataUsesOf(iri, content).length
  return counts.reduce((sum, count) => sum + count, 0) > known
}

/** True if the component is shown nowhere but in these positions. */
export const isUsedOnlyIn = (
  component: Iri<'COMPONENT'>,
  positions: readonly ComponentPosition[],
  content: KnownContent,
) => {
  const own = positionsOfComponent(component, content.read)
  const among = new Set<Iri>(positions.map((position) => position['@id']))
  return (
    own.every((position) => among.has(position)) && pageDataUsesOf(component, content).length === 0
  )
}

/** Returns the positions that have been read. */
export const readPositions = (
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  read: ReadResource,
) => positions.flatMap((iri) => read(iri) ?? [])

/** Returns the group of each position that has been read. */
export const groupsOfPositions = (
  positions: readonly Iri<'COMPONENT_POSITION'>[],
  read: ReadResource,
) => positions.flatMap((iri) => read(iri)?.componentGroup ?? [])

/** Returns the position's own component, not the one that page data puts there. */
export const staticComponentOf = (position: ComponentPosition | undefined) =>
  position?.pageDataProperty ? position._metadata.staticComponent : position?.component
