import { useSelector } from '@xstate/react'
import { type ComponentType, type SubmitEvent, useId } from 'react'
import type { Iri } from '#content/iri.ts'
import { type Listed, listedIn, pageIn, pagesOf } from '#content/listed.ts'
import type { Component, Resource } from '#content/resource.ts'
import {
  type CollectionRef,
  isBusy,
  selectFailure,
  selectSearch,
  selectWords,
} from '#machines/collection.ts'
import { collection } from '#src/app/collection-effects.ts'
import { useOwnActor } from '#src/app/own-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureNote } from '#src/ui/FailureNote.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { usePath } from '../use-path.ts'
import { useSearch } from '../use-search.ts'
import styles from './CollectionView.module.css'
import { Pager } from './Pager.tsx'

interface CollectionViewProps {
  iri: Iri
  resource: Component
  /** One member, as this site shows it. */
  Card: ComponentType<{ member: Resource; index: number }>
}

/** A list with a box to search it and links to its other parts; all of that works without a script, too. */
export function CollectionView({ iri, resource, Card }: CollectionViewProps) {
  const search = useSearch()
  const collectionRef = useOwnActor('collection', collection, { iri, search })
  return <CollectionOf collectionRef={collectionRef} resource={resource} Card={Card} />
}

interface CollectionOfProps extends Pick<CollectionViewProps, 'resource' | 'Card'> {
  collectionRef: CollectionRef
}

/** The list of an actor. */
export function CollectionOf({ collectionRef, resource, Card }: CollectionOfProps) {
  const busy = useSelector(collectionRef, isBusy)
  const search = useSelector(collectionRef, selectSearch)
  const listed = listedIn(resource)
  if (!listed) return <FailureNote failure={{ message: 'This list cannot be shown just now.' }} />
  return (
    <section aria-label="Search and list" className={styles.collection}>
      <SearchBox collectionRef={collectionRef} />
      <Trouble collectionRef={collectionRef} />
      <div className={styles.list} aria-busy={busy}>
        <p role="status" className={styles.count}>
          {busy ? 'Loading…' : wordsFor(listed, pageIn(search))}
        </p>
        {listed.member.length > 0 ? (
          <ul className={styles.cards}>
            {listed.member.map((member, index) => (
              <li key={member['@id']}>
                <Card member={member} index={index} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <Pager search={search} pages={pagesOf(listed)} />
    </section>
  )
}

const wordsFor = (listed: Listed, page: number) => {
  const { totalItems: total } = listed
  const pages = pagesOf(listed)
  if (total === 0) return 'Nothing was found. Try other words, or fewer.'
  if (listed.member.length === 0) return `There is no page ${page}: the last is ${pages}.`
  const found = total === 1 ? '1 entry' : `${total} entries`
  return pages > 1 ? `${found}, page ${page} of ${pages}` : found
}

function SearchBox({ collectionRef }: { collectionRef: CollectionRef }) {
  const id = useId()
  const path = usePath()
  const words = useSelector(collectionRef, selectWords)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    collectionRef.send({ type: 'search.requested' })
  }
  return (
    <form role="search" action={path} className={styles.box} onSubmit={submit}>
      <label htmlFor={id} className={fieldStyles['label']}>
        Search
      </label>
      <input
        id={id}
        type="search"
        name="title"
        autoComplete="off"
        className={fieldStyles['input']}
        value={words}
        onChange={(event) =>
          collectionRef.send({ type: 'words.changed', words: event.target.value })
        }
      />
      <Button type="submit">Search</Button>
    </form>
  )
}

/** What was there before stays; this says that it is not what was asked for. */
function Trouble({ collectionRef }: { collectionRef: CollectionRef }) {
  const failure = useSelector(collectionRef, selectFailure)
  if (!failure) return null
  return (
    <div className={styles.trouble}>
      <FailureNote failure={failure} />
      <Button onClick={() => collectionRef.send({ type: 'retry.requested' })}>Try again</Button>
    </div>
  )
}
