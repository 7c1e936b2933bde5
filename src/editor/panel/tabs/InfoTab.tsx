import { NEW_RESOURCE } from '#content/model/iri.ts'
import type { Resource } from '#content/model/resource.ts'
import { DefinitionList } from './DefinitionList.tsx'
import styles from './InfoTab.module.css'
import { formatTimestamp } from '../../format-timestamp.tsx'
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
