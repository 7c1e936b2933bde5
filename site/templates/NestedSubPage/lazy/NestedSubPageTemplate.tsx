import { isIriOf } from '#content/model/iri.ts'
import { isPageDataOf } from '#content/model/kind.ts'
import { ComponentView } from '#src/views/page/ComponentView.tsx'
import { Group } from '#src/views/page/GroupView.tsx'
import { defineTemplate } from '#src/views/registry/registry.ts'
import { useResource } from '#src/views/hooks/use-resource.ts'
import type { kind as topicKind } from '../../../data/NestedPageData/kind.ts'
import styles from './NestedSubPageTemplate.module.css'

/** Renders a chapter beside its topic: the topic's introduction, links to all its chapters, and the chapter itself. */
export default defineTemplate({
  View: function NestedSubPageTemplate({ iri, resource }) {
    const parent = resource.parentPageData
    const topic = useResource(parent)
    const intro = isPageDataOf<typeof topicKind>('NestedPageData', topic) && topic.introContent
    return (
      <div className={styles.page}>
        {parent && topic && (
          <aside aria-label={topic.title ?? 'Topic'} className={styles.topic}>
            <p className={styles.eyebrow}>{topic.title}</p>
            {isIriOf('COMPONENT', intro) && <ComponentView iri={intro} position={null} />}
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
