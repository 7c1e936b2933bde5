import { NEW_RESOURCE } from '#content/model/iri.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import type { Resource } from '#content/model/resource.ts'
import { DefinitionList } from './DefinitionList.tsx'

/** Shows kind, address and dates of the selected resource. */
export const InfoTab = ({
  resource,
  kind,
}: {
  resource: Resource
  kind: ComponentKind | undefined
}) => (
  <DefinitionList
    entries={{
      Kind: kind?.label ?? resource['@type'],
      Address: resource['@id'] === NEW_RESOURCE ? 'Not added yet' : <code>{resource['@id']}</code>,
      Created: formatTimestamp(resource['createdAt']),
      Changed: formatTimestamp(resource['modifiedAt']),
    }}
  />
)

const timestampFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
})

/** Renders an ISO 8601 date in the local format; returns undefined for anything else. */
export const formatTimestamp = (date: unknown) =>
  typeof date === 'string' ? (
    <time dateTime={date}>{timestampFormat.format(new Date(date))}</time>
  ) : undefined
