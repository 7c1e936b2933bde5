import { linkOrNull } from '#content/links/link.ts'
import { imageOf } from '#content/page/collection.ts'
import type { Declared } from '#content/model/kind.ts'
import { type PageData, type Resource, isResourceOf } from '#content/model/resource.ts'
import { LongDate } from '#src/ui/LongDate.tsx'
import { ResponsiveImage } from '#src/views/page/ResponsiveImage.tsx'
import { CollectionView } from '#src/views/collection/CollectionView.tsx'
import { defineComponent } from '#src/views/registry/registry.ts'
import { useResource } from '#src/views/hooks/use-resource.ts'
import type { kind } from '../kind.ts'
import styles from './Collection.module.css'

export default defineComponent<typeof kind>({
  // A collection that is being added has no members yet.
  View: ({ iri, resource }) =>
    resource._metadata.persisted === false ? null : (
      <CollectionView iri={iri} resource={resource} Card={Card} />
    ),
})

function Card({ member, index }: { member: Resource; index: number }) {
  // A list can have resources that are no pages, too: of these, only the title and the image are shown.
  const entry: Partial<Declared<PageData>> = isResourceOf('PAGE_DATA', member) ? member : {}
  const { title, metaDescription, routePath, createdAt } = entry
  const image = useResource(imageOf(member))
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
          href={linkOrNull(routePath) ?? `/_cwa/${encodeURIComponent(member['@id'])}`}
          className={styles.link}
        >
          {title ?? fallbackTitleOf(member)}
        </a>
      </h2>
      {routePath ? null : <p className={styles.draft}>Draft entry</p>}
      {metaDescription ? <p className={styles.description}>{metaDescription}</p> : null}
      {createdAt ? <LongDate date={createdAt} className={styles.date} /> : null}
    </article>
  )
}

const fallbackTitleOf = (resource: Resource) =>
  [resource['title'], resource['reference']].find((text) => typeof text === 'string') ?? 'Untitled'
