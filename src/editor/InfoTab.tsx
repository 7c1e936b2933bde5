import { NEW_RESOURCE } from '#content/iri.ts'
import type { ComponentKind } from '#content/kind.ts'
import type { Resource } from '#content/resource.ts'
import { Facts } from './Facts.tsx'

/** What it is. */
export const InfoTab = ({
  resource,
  kind,
}: {
  resource: Resource
  kind: ComponentKind | undefined
}) => (
  <Facts
    facts={{
      Kind: kind?.label ?? resource['@type'],
      Address: resource['@id'] === NEW_RESOURCE ? 'Not added yet' : <code>{resource['@id']}</code>,
      Created: whenOf(resource['createdAt']),
      Changed: whenOf(resource['modifiedAt']),
    }}
  />
)

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export const whenOf = (date: unknown) =>
  typeof date === 'string' ? <time dateTime={date}>{dates.format(new Date(date))}</time> : undefined
