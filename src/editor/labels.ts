/** Returns the labels of the resources of a page in the editor. */
import type { FieldFormat } from '#content/model/field.ts'
import { type Iri, NEW_POSITION, NEW_RESOURCE, isIriOf } from '#content/model/iri.ts'
import {
  type ComponentGroup,
  type ReadResource,
  type Resource,
  isResourceOf,
} from '#content/model/resource.ts'
import { plainTextOf } from './feedback/plain-text.ts'
import type { SiteKinds } from './site-kinds.ts'

/**
 * Returns the name of a group in its layout or template, which its reference is made of: `top` of `top_/_/layouts/1`.
 */
const groupName = ({ reference, location }: ComponentGroup) =>
  reference.endsWith(`_${location}`) ? reference.slice(0, -location.length - 1) : reference

/** Returns the label that a layout or template gives its group, or the group's name, such as “Top”. */
export const groupLabel = (group: ComponentGroup, { layouts, templates }: SiteKinds) => {
  const name = groupName(group)
  const owners = isIriOf('LAYOUT', group.location) ? layouts : templates
  const definition = owners.flatMap(({ groups }) => groups).find((other) => other.name === name)
  return definition?.label ?? capitalize(name)
}

/** Returns the label of any resource on a page: the label of its kind, or its structural role. */
export function labelOf(iri: Iri, read: ReadResource, site: SiteKinds): string {
  if (iri === NEW_RESOURCE) return 'New component'
  if (iri === NEW_POSITION) return 'Place'
  if (isIriOf('COMPONENT_POSITION', iri)) return 'Place'
  const resource: Resource | undefined = read(iri)
  if (isIriOf('COMPONENT_GROUP', iri))
    return resource && isResourceOf('COMPONENT_GROUP', resource)
      ? groupLabel(resource, site)
      : 'Content'
  return (
    site.kinds.find((kind) => kind.type === resource?.['@type'])?.label ??
    resource?.['@type'] ??
    iri
  )
}

const wordFormats: ReadonlySet<FieldFormat> = new Set(['text', 'longText', 'html'])

/** The number of characters of an excerpt. */
const excerptLength = 60

/** Returns the beginning of a component's text, which tells it from others of its kind; '' if it has none. */
export function excerptOf(iri: Iri, read: ReadResource, { kinds }: SiteKinds): string {
  const resource: Resource | undefined = read(iri)
  const fields = kinds.find((kind) => kind.type === resource?.['@type'])?.fields ?? {}
  const words = Object.entries(fields)
    .filter(([, { format }]) => wordFormats.has(format))
    .map(([name, { format }]) =>
      plainTextOf({ value: resource?.[name], isHtml: format === 'html' }).trim(),
    )
    .find((text) => text !== '')
  return words === undefined ? '' : shorten(words)
}

const shorten = (text: string) =>
  text.length > excerptLength ? `${text.slice(0, excerptLength - 1).trimEnd()}…` : text

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
