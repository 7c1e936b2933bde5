import { linkOrNull } from '#content/page/link.ts'
import { imageOf } from '#content/page/collection.ts'
import type { Component, PageData, Resource } from '#content/model/resource.ts'

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
  View: ({ iri, resource }) => <CollectionView iri={iri} resource={resource} Card={Card} />,
})

function Card({ member, index }: { member: Resource; index: number }) {
  const entry = member as Entry
  const { title, metaDescription, routePath, createdAt } = entry
  const picture = useResource<Component>(imageOf(entry))
  return (
    <article className={styles.card}>
      <div className={styles.imageFrame}>
        {picture && (
          <ResponsiveImage
            resource={picture}
            // Decorative: the heading beside it is the link's name.
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
          {title ?? nameOf(entry)}
        </a>
      </h2>
      {routePath ? null : <p className={styles.draft}>Draft entry</p>}
      {metaDescription ? <p className={styles.description}>{metaDescription}</p> : null}
      {createdAt ? <Day at={createdAt} /> : null}
    </article>
  )
}

const nameOf = (resource: Resource) =>
  typeof resource['reference'] === 'string' ? resource['reference'] : 'Untitled'

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const Day = ({ at }: { at: string }) => (
  <time dateTime={at} className={styles.date}>
    {days.format(new Date(at))}
  </time>
)
