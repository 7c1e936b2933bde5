import { useSelector } from '@xstate/react'
import { type ComponentType, type SubmitEvent, useEffect, useId } from 'react'
import type { Iri } from '#content/model/iri.ts'
import {
  type HydraCollection,
  NEW_LIST,
  collectionOf,
  listSettingsOf,
  pageNumberIn,
  totalPagesOf,
} from '#content/page/collection.ts'
import type { Component, Resource } from '#content/model/resource.ts'
import {
  type CollectionRef,
  isBusy,
  selectFailure,
  selectSearch,
  selectQuery,
} from '#machines/page/collection.ts'
import { collection } from '#src/app/effects/collection-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { usePath } from '../hooks/use-path.ts'
import { useResource } from '../hooks/use-resource.ts'
import { useSearch } from '../hooks/use-search.ts'
import styles from './CollectionView.module.css'
import { Pagination } from './Pagination.tsx'

interface CollectionViewProps {
  iri: Iri
  resource: Component
  /** Renders one member of the collection. */
  Card: ComponentType<{ member: Resource; index: number }>
  /** The class of the list, in place of that for cards beside each other. */
  className?: string | undefined
}

/**
 * Renders a collection with search and pagination, both of which work without JavaScript. Of one that is being added, what
 * it will list is read with each change of its settings.
 */
export function CollectionView({ iri, resource, ...props }: CollectionViewProps) {
  const [path, search] = [usePath(), useSearch()]
  const isNew = resource._metadata.persisted === false
  const stored = useResource(isNew ? NEW_LIST : iri)
  // Without the edits that are not saved yet: the list is read again once they are.
  const settings = listSettingsOf(isNew ? resource : stored)
  const input = { iri, path, search, settings: isNew ? '' : settings }
  const collectionRef = useViewActor('collection', collection, input)
  if (isNew && !resource['resourceIri']) return <p>Choose what is listed to see it here.</p>
  return (
    <CollectionWithActor
      {...{ collectionRef, settings, isNew }}
      resource={isNew ? (stored ?? resource) : resource}
      {...props}
    />
  )
}

interface CollectionWithActorProps extends Omit<CollectionViewProps, 'iri' | 'resource'> {
  collectionRef: CollectionRef
  /** The holder of the list: the collection, or the list itself of one that is being added. */
  resource: Resource
  isNew?: boolean
  /** The stored settings of the collection (`listSettingsOf`). */
  settings: string
}

/**
 * Renders the collection of an actor that is already running.
 * @internal Exported for tests.
 */
export function CollectionWithActor({
  collectionRef,
  settings,
  resource,
  isNew = false,
  Card,
  className,
}: CollectionWithActorProps) {
  const search = useSelector(collectionRef, selectSearch)
  const failure = useSelector(collectionRef, selectFailure)
  useEffect(
    () => collectionRef.send({ type: 'settings.reported', settings }),
    [collectionRef, settings],
  )
  const collectionPage = collectionOf(resource)
  if (!collectionPage && isNew && !failure) return <p role="status">Loading…</p>
  if (!collectionPage)
    return <FailureAlert failure={{ message: 'This list is not available at the moment.' }} />
  return (
    <section aria-label="Search and list" className={styles.collection}>
      {isNew ? null : <SearchForm collectionRef={collectionRef} />}
      <CollectionError collectionRef={collectionRef} />
      <Results {...{ collectionRef, collectionPage, Card, className }} />
      <Pagination search={search} pages={totalPagesOf(collectionPage)} />
    </section>
  )
}

interface ResultsProps extends Pick<
  CollectionWithActorProps,
  'collectionRef' | 'Card' | 'className'
> {
  collectionPage: HydraCollection
}

function Results({ collectionRef, collectionPage, Card, className = styles.cards }: ResultsProps) {
  const busy = useSelector(collectionRef, isBusy)
  const search = useSelector(collectionRef, selectSearch)
  return (
    <div className={styles.results} aria-busy={busy}>
      <p role="status" className={styles.count}>
        {busy ? 'Loading…' : resultSummary(collectionPage, pageNumberIn(search))}
      </p>
      {collectionPage.member.length > 0 ? (
        <ul className={className}>
          {collectionPage.member.map((member, index) => (
            <li key={member['@id']}>
              <Card member={member} index={index} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const resultSummary = (collectionPage: HydraCollection, page: number) => {
  const { totalItems: total } = collectionPage
  const pages = totalPagesOf(collectionPage)
  if (total === 0) return 'Nothing was found. Try different or fewer words.'
  if (collectionPage.member.length === 0)
    return `Page ${page} does not exist. The last page is ${pages}.`
  const countLabel = total === 1 ? '1 entry' : `${total} entries`
  return pages > 1 ? `${countLabel}, page ${page} of ${pages}` : countLabel
}

function SearchForm({ collectionRef }: { collectionRef: CollectionRef }) {
  const id = useId()
  const path = usePath()
  const query = useSelector(collectionRef, selectQuery)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    collectionRef.send({ type: 'search.submitted' })
  }
  return (
    <form role="search" action={path} className={styles.search} onSubmit={submit}>
      <label htmlFor={id} className={fieldStyles['label']}>
        Search
      </label>
      <input
        id={id}
        type="search"
        name="title"
        autoComplete="off"
        className={fieldStyles['input']}
        value={query}
        onChange={(event) =>
          collectionRef.send({ type: 'query.changed', query: event.target.value })
        }
      />
      <Button type="submit">Search</Button>
    </form>
  )
}

/** Shows that the collection could not be updated; the previous results stay visible. */
function CollectionError({ collectionRef }: { collectionRef: CollectionRef }) {
  const failure = useSelector(collectionRef, selectFailure)
  if (!failure) return null
  return (
    <div className={styles.error}>
      <FailureAlert failure={failure} />
      <Button onClick={() => collectionRef.send({ type: 'retry.requested' })}>Try again</Button>
    </div>
  )
}
