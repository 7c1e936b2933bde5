import type { Iri } from '#content/iri.ts'
import { publishState } from '#content/publish.ts'
import type { Component } from '#content/resource.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { whenOf } from './InfoTab.tsx'
import styles from './PublishTab.module.css'
import type { Actors } from './ResourceManager.tsx'

interface PublishTabProps extends Actors {
  resource: Component
  live: Iri | null
  draft: Iri | null
}

/** Who sees it as it is, and what keeps the others from it. */
export function PublishTab({ editModeRef, resource, live, draft }: PublishTabProps) {
  const published = publishState(resource) === 'published'
  const hasBoth = live !== null && draft !== null && live !== draft
  const { violations } = resource._metadata
  return (
    <>
      <p className={published ? styles['published'] : styles['draft']}>
        <Icon name={published ? 'published' : 'draft'} />
        {published ? 'Live: everyone sees it.' : 'Draft: only editors see it.'}{' '}
        {published ? whenOf(resource.publishedAt) : null}
      </p>
      {violations ? (
        <div>
          <p>Before it can be published:</p>
          <ul>
            {violations.violations.map(({ propertyPath, message }) => (
              <li key={`${propertyPath} ${message}`}>{message}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {hasBoth ? (
        <label className={styles['choice']}>
          <input
            type="checkbox"
            checked={published}
            onChange={(event) =>
              editModeRef.send({ type: 'version.chosen', live: event.target.checked })
            }
          />
          Show the live version
        </label>
      ) : null}
    </>
  )
}
