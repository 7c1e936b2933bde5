/** Returns the labels of the resources of a page in the editor. */
import { isHtml, isTextual } from '#content/model/field.ts'
import type { EnteredValue } from '#content/change/fields/field-value.ts'
import { groupNameOf } from '#content/model/groups.ts'
import { humanize } from '#content/model/humanize.ts'
import { type Iri, type IriType, NEW_RESOURCE, iriTypeOf, isIriOf } from '#content/model/iri.ts'
import { kindOf } from '#content/model/kind.ts'
import {
  type ComponentGroup,
  type ReadResource,
  type Resource,
  isResourceOf,
} from '#content/model/resource.ts'
import { lacksAltText } from '#content/pictures/alt-text.ts'
import { visibleVersionAt } from '#content/model/visible-version.ts'
import { linesOf } from './feedback/plain-text.ts'
import type { SiteKinds } from './site-kinds.ts'

/** Returns the label that an editor, a layout or a template gives a group, or the group's name, such as “Top”. */
export const groupLabel = (group: ComponentGroup, { layouts, templates }: SiteKinds) => {
  const name = groupNameOf(group)
  const owners = isIriOf('LAYOUT', group.location) ? layouts : templates
  const definition = owners.flatMap(({ groups }) => groups).find((other) => other.name === name)
  return group.label ?? definition?.label ?? humanize(name)
}

/** The labels of resources of which only the type of the IRI is known. */
const roles: Record<IriType, string> = {
  ROUTE: 'Address',
  PAGE: 'Page',
  PAGE_DATA: 'Page',
  LAYOUT: 'Layout',
  COMPONENT_GROUP: 'Section',
  COMPONENT_POSITION: 'Placeholder',
  COMPONENT: 'Component',
}

/** Returns what a resource is on the page. */
export const roleLabelOf = (iri: Iri) => roles[iriTypeOf(iri) ?? 'COMPONENT']

/**
 * Returns what kind of thing a resource is: the label of a component's kind, or its role on the page. What is deleted has no
 * type any more.
 */
export const kindLabelOf = (iri: Iri, type: string | undefined, { kinds }: SiteKinds) =>
  (kindOf(kinds, type) ?? kinds.find(({ endpoint }) => iri.startsWith(`${endpoint}/`)))?.label ??
  roleLabelOf(iri)

/** Returns the label of any resource on a page: the name of a group, or else what kind of thing it is. */
export function labelOf(iri: Iri, read: ReadResource, site: SiteKinds): string {
  if (iri === NEW_RESOURCE) return 'New component'
  const resource: Resource | undefined = read(iri)
  return resource && isIriOf('COMPONENT_GROUP', iri) && isResourceOf('COMPONENT_GROUP', resource)
    ? groupLabel(resource, site)
    : kindLabelOf(iri, resource?.['@type'], site)
}

/** Returns the label of what a position shows, or of the position itself. */
export const labelAt = (
  position: Iri<'COMPONENT_POSITION'>,
  read: ReadResource,
  site: SiteKinds,
): string => labelOf(visibleVersionAt(position, read) ?? position, read, site)

/** Returns the label of a resource with the beginning of its text, such as `Title “Welcome”`. */
export function quotedLabelOf(iri: Iri, read: ReadResource, site: SiteKinds) {
  const excerpt = excerptOf(iri, read, site)
  return labelOf(iri, read, site) + (excerpt === '' ? '' : ` “${excerpt}”`)
}

/** Returns the same for what a position shows, or for the position itself. */
export const quotedLabelAt = (
  position: Iri<'COMPONENT_POSITION'>,
  read: ReadResource,
  site: SiteKinds,
) => quotedLabelOf(visibleVersionAt(position, read) ?? position, read, site)

/** The number of characters of an excerpt. */
const excerptLength = 60

/** Returns the beginning of a component's text, which tells it from others of its kind; '' if it has none. */
export function excerptOf(iri: Iri, read: ReadResource, { kinds }: SiteKinds): string {
  const resource: Resource | undefined = read(iri)
  const fields = kindOf(kinds, resource?.['@type'])?.fields ?? {}
  const text = Object.entries(fields)
    .filter(([, field]) => isTextual(field))
    .map(([name, field]) => firstLineOf({ value: resource?.[name], isHtml: isHtml(field) }))
    .find((line) => line !== undefined)
  return text === undefined ? '' : shorten(text)
}

/**
 * Returns the label of a resource in the outline: the beginning of its text, and a note with its type if the text does
 * not name it.
 */
export function outlineLabelOf(iri: Iri, read: ReadResource, site: SiteKinds) {
  const resource: Resource | undefined = read(iri)
  if (isIriOf('LAYOUT', iri)) return { text: roles.LAYOUT, note: '' }
  if (!isIriOf('COMPONENT', iri) && !isIriOf('COMPONENT_GROUP', iri))
    return { text: String(resource?.['title'] ?? '') || 'This page', note: '' }
  const label = labelOf(iri, read, site)
  const text = excerptOf(iri, read, site)
  if (isUndescribed(iri, read, site)) return { text: text || label, note: noAltText }
  return text === '' ? { text: label, note: '' } : { text, note: label }
}

export const noAltText = 'No alternative text'

/** True for a component with a picture that has no alternative text. */
export const isUndescribed = (iri: Iri, read: ReadResource, { kinds }: SiteKinds) => {
  const component = isIriOf('COMPONENT', iri) ? read(iri) : undefined
  return (
    component !== undefined && lacksAltText(component, kindOf(kinds, component['@type'])?.fields)
  )
}

/** Returns the first line of a text, or the first block of HTML; undefined without text. */
const firstLineOf = (entered: EnteredValue) =>
  linesOf(entered)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '')

const shorten = (text: string) =>
  text.length > excerptLength ? `${text.slice(0, excerptLength - 1).trimEnd()}…` : text
