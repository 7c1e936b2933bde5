import type { ComponentProps } from 'react'
import { linkOrNull } from '#content/links/link.ts'
import { imageOf } from '#content/page/collection.ts'
import type { Declared } from '#content/model/kind.ts'
import { type PageData, type Resource, isResourceOf } from '#content/model/resource.ts'
import { LongDate } from '#src/views/page/SiteDate.tsx'
import { ResponsiveImage } from '#src/views/page/ResponsiveImage.tsx'
import { CollectionView } from '#src/views/collection/CollectionView.tsx'
import { type ComponentViewProps, defineComponent } from '#src/views/registry/registry.ts'
import { useResource } from '#src/views/hooks/use-resource.ts'
import type { kind } from '../kind.ts'
import styles from './Collection.module.css'

type Look = Pick<ComponentProps<typeof CollectionView>, 'Card' | 'className'>

const createListView = (look: Look) =>
  function ListView({ iri, resource }: ComponentViewProps<typeof kind>) {
    return <CollectionView iri={iri} resource={resource} {...look} />
  }

export default defineComponent<typeof kind>({
  View: createListView({ Card }),
  variants: { TitleList: createListView({ Card: TitleLine, className: styles.lines }) },
})

interface MemberProps {
  member: Resource
  index: number
}

/** A list can have resources that are no pages, too: of these, only the title and the image are shown. */
const entryOf = (member: Resource): Partial<Declared<PageData>> =>
  isResourceOf('PAGE_DATA', member) ? member : {}

function Card({ member, index }: MemberProps) {
  const { metaDescription, createdAt } = entryOf(member)
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
      <TitleLink member={member} />
      {metaDescription ? <p className={styles.description}>{metaDescription}</p> : null}
      {createdAt ? <LongDate date={createdAt} className={styles.date} /> : null}
    </article>
  )
}

function TitleLine({ member }: MemberProps) {
  const { createdAt } = entryOf(member)
  return (
    <article className={styles.line}>
      <TitleLink member={member} />
      {createdAt ? <LongDate date={createdAt} className={styles.date} /> : null}
    </article>
  )
}

function TitleLink({ member }: { member: Resource }) {
  const { title, routePath } = entryOf(member)
  return (
    <>
      <h2 className={styles.title}>
        <a
          href={linkOrNull(routePath) ?? `/_cwa/${encodeURIComponent(member['@id'])}`}
          className={styles.link}
        >
          {title ?? fallbackTitleOf(member)}
        </a>
      </h2>
      {routePath ? null : <p className={styles.draft}>Draft entry</p>}
    </>
  )
}

const fallbackTitleOf = (resource: Resource) =>
  [resource['title'], resource['reference']].find((text) => typeof text === 'string') ?? 'Untitled'
