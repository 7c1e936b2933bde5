import { typeOf } from '#content/iri.ts'
import type { PageData } from '#content/resource.ts'

import { ComponentView } from '#src/views/ComponentView.tsx'
import { Group } from '#src/views/GroupView.tsx'
import { defineTemplate } from '#src/views/define.ts'
import { useKnown } from '#src/views/use-known.ts'
import styles from './NestedSubPageTemplate.module.css'

interface Topic extends PageData {
  introContent?: string
}

/** A chapter within its topic: what the topic says about itself, the way to all its chapters, and this one. */
export default defineTemplate({
  View: function NestedSubPageTemplate({ iri, resource }) {
    const parent = resource['parentPageData'] as string | undefined
    const topic = useKnown<Topic>(parent)
    const intro = topic?.introContent
    return (
      <div className={styles.page}>
        {parent && topic && (
          <aside aria-label={topic.title ?? 'Topic'} className={styles.topic}>
            <p className={styles.kicker}>{topic.title}</p>
            {intro && typeOf(intro) === 'COMPONENT' && (
              <ComponentView iri={intro} position={null} />
            )}
            <nav aria-label="Chapters" className={styles.chapters}>
              <Group owner={iri} of={parent} name="chapters" />
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
