import { NEW_RESOURCE } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import { DefinitionList } from './DefinitionList.tsx'
import styles from './InfoTab.module.css'
import { kindLabelOf } from '../../labels.ts'
import { resourceStates } from '../../resource-states.ts'
import { useSiteKinds } from '../../site-kinds.ts'

/** Shows what the selected resource is, since when, and what a developer calls it. */
export function InfoTab({ resource }: { resource: Resource }) {
  const site = useSiteKinds()
  const isNew = resource['@id'] === NEW_RESOURCE
  return (
    <>
      <DefinitionList
        entries={{
          Kind: kindLabelOf(resource['@id'], resource['@type'], site),
          Saved: isNew ? resourceStates.new.label : undefined,
          Created: formatTimestamp(resource['createdAt']),
          Changed: formatTimestamp(resource['modifiedAt']),
        }}
      />
      <details className={styles.details}>
        <summary>Details for developers</summary>
        <DefinitionList
          entries={{
            IRI: isNew ? undefined : <code>{resource['@id']}</code>,
            Type: <code>{resource['@type']}</code>,
            Reference: codeOf(resource['reference']),
            'Property of the page data': codeOf(resource['pageDataProperty']),
          }}
        />
      </details>
    </>
  )
}

const codeOf = (name: unknown) => (typeof name === 'string' ? <code>{name}</code> : undefined)

const timestampFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
})

/** Renders an ISO 8601 date in the local format; returns undefined for anything else. */
export const formatTimestamp = (date: unknown) =>
  typeof date === 'string' ? (
    <time dateTime={date}>{timestampFormat.format(new Date(date))}</time>
  ) : undefined
