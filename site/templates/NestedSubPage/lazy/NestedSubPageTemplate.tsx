import { iriTypeOf } from '#content/model/iri.ts'
import type { InferPageData } from '#content/model/kind.ts'

import { ComponentView } from '#src/views/page/ComponentView.tsx'
import { Group } from '#src/views/page/GroupView.tsx'
import { defineTemplate } from '#src/views/registry/registry.ts'
import { useResource } from '#src/views/hooks/use-resource.ts'
import type { kind as topicKind } from '../../../data/NestedPageData/kind.ts'
import styles from './NestedSubPageTemplate.module.css'

type Topic = InferPageData<typeof topicKind>

/** Renders a chapter beside its topic: the topic's introduction, links to all its chapters, and the chapter itself. */
export default defineTemplate({
  View: function NestedSubPageTemplate({ iri, resource }) {
    const parent = resource['parentPageData'] as string | undefined
    const topic = useResource<Topic>(parent)
    const intro = topic?.introContent
    return (
      <div className={styles.page}>
        {parent && topic && (
          <aside aria-label={topic.title ?? 'Topic'} className={styles.topic}>
            <p className={styles.eyebrow}>{topic.title}</p>
            {intro && iriTypeOf(intro) === 'COMPONENT' && (
              <ComponentView iri={intro} position={null} />
            )}
            <nav aria-label="Chapters" className={styles.chapters}>
              <Group owner={iri} contentOwner={parent} name="chapters" />
            </nav>
          </aside>
        )}
        <article className={styles.chapter}>
          <h1 className={styles.title}>{resource.title}</h1>
          <Group owner={iri} name="primary" />
        </article>
      </div>
    )
  },
})
