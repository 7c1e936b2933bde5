import type { Iri } from '#content/model/iri.ts'
import { isDraft, publishState } from '#content/model/publish-state.ts'
import type { Component, Violation } from '#content/model/resource.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { formatTimestamp } from '../../format-timestamp.tsx'
import { endedNote } from '../../messages.ts'
import styles from './PublishTab.module.css'
import { PublicationEnd } from './PublicationEnd.tsx'
import { PublishSchedule } from './PublishSchedule.tsx'
import type { EditorActorRefs } from '../editor-actor-refs.ts'

interface PublishTabProps extends EditorActorRefs {
  resource: Component
  live: Iri | null
  draft: Iri | null
}

/**
 * Shows whether the component is live or a draft, which rules keep it from being published, and a switch by which
 * its live version itself is edited.
 */
export function PublishTab({ editModeRef, selectionRef, resource, live, draft }: PublishTabProps) {
  const isLive = publishState(resource) === 'live'
  const { violations } = resource._metadata
  return (
    <>
      <p className={isLive ? styles['live'] : styles['draft']}>
        <Icon name={isLive ? 'check' : 'draft'} />
        {isLive ? 'Live: everyone sees it.' : 'Draft: only editors see it.'}{' '}
        {isLive ? formatTimestamp(resource.publishedAt) : null}
      </p>
      {violations ? <MissingForPublication violations={violations.violations} /> : null}
      {isLive ? null : (
        <PublishSchedule
          editModeRef={editModeRef}
          iri={resource['@id']}
          publishedAt={resource.publishedAt ?? null}
        />
      )}
      <PublicationEnd
        editModeRef={editModeRef}
        iri={resource['@id']}
        publishedAt={resource.publishedAt ?? null}
        publishedUntil={resource.publishedUntil ?? null}
      />
      {live !== null && draft !== null && live !== draft ? (
        <LiveVersionSwitch {...{ isLive, live, draft, selectionRef }} />
      ) : null}
    </>
  )
}

interface LiveVersionSwitchProps extends Pick<EditorActorRefs, 'selectionRef'> {
  /** True while the live version is edited. */
  isLive: boolean
  live: Iri
  draft: Iri
}

/** Switches to the live version and back; that can't be edited beside its draft once its publication has ended. */
function LiveVersionSwitch({ isLive, live, draft, selectionRef }: LiveVersionSwitchProps) {
  const hasEnded = useResourceSelector((read) => isDraft(read(live)))
  if (hasEnded) return <p>{endedNote}</p>
  return (
    <label className={styles['checkbox']}>
      <input
        type="checkbox"
        checked={isLive}
        onChange={({ target: { checked } }) =>
          selectionRef.send({
            type: 'version.selected',
            live: checked,
            iri: checked ? live : draft,
          })
        }
      />
      Edit live version
    </label>
  )
}

const MissingForPublication = ({ violations }: { violations: readonly Violation[] }) => (
  <div>
    <p>Before it can be published:</p>
    <ul>
      {violations.map(({ propertyPath, message }) => (
        <li key={`${propertyPath} ${message}`}>{message}</li>
      ))}
    </ul>
  </div>
)
