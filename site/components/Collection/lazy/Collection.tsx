import { linkOrNull } from '#content/page/link.ts'
import { imageOf } from '#content/page/collection.ts'
import type { PageData, Resource } from '#content/model/resource.ts'

import { ResponsiveImage } from '#src/views/page/ResponsiveImage.tsx'
import { CollectionView } from '#src/views/collection/CollectionView.tsx'
import { defineComponent } from '#src/views/registry/registry.ts'
import { useResource } from '#src/views/hooks/use-resource.ts'
import styles from './Collection.module.css'

interface Entry extends PageData {
  /** Absent for an entry without a page of its own, which only editors see. */
  routePath?: string
  createdAt?: string
}

export default defineComponent({
  // A collection that is being added has no members yet.
  View: ({ iri, resource }) =>
    resource._metadata.persisted === false ? null : (
      <CollectionView iri={iri} resource={resource} Card={Card} />
    ),
})

function Card({ member, index }: { member: Resource; index: number }) {
  const entry = member as Entry
  const { title, metaDescription, routePath, createdAt } = entry
  const image = useResource(imageOf(entry))
  return (
    <article className={styles.card}>
      <div className={styles.imageFrame}>
        {image && (
          <ResponsiveImage
            resource={image}
            // The image is decorative: the heading beside it names the link.
            alt=""
            sizes="(min-width: 60rem) 18rem, (min-width: 38rem) 50vw, 100vw"
            eager={index === 0}
            className={styles.image}
          />
        )}
      </div>
      <h2 className={styles.title}>
        <a
          href={linkOrNull(routePath) ?? `/_cwa/${encodeURIComponent(entry['@id'])}`}
          className={styles.link}
        >
          {title ?? fallbackTitleOf(entry)}
        </a>
      </h2>
      {routePath ? null : <p className={styles.draft}>Draft entry</p>}
      {metaDescription ? <p className={styles.description}>{metaDescription}</p> : null}
      {createdAt ? <CreatedDate date={createdAt} /> : null}
    </article>
  )
}

const fallbackTitleOf = (resource: Resource) =>
  typeof resource['reference'] === 'string' ? resource['reference'] : 'Untitled'

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const CreatedDate = ({ date }: { date: string }) => (
  <time dateTime={date} className={styles.date}>
    {dateFormat.format(new Date(date))}
  </time>
)
