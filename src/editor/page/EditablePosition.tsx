import { memo } from 'react'
import type { Iri } from '#content/model/iri.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { PositionView } from '#src/views/page/PositionView.tsx'
import viewStyles from '#src/views/views.module.css'
import styles from './EmptyGroup.module.css'
import { useDynamicContent } from '../hooks/use-dynamic-content.ts'

/** Renders a position in edit mode. A dynamic one without content has a placeholder, which can be selected. */
export const EditablePosition = memo(function EditablePosition({
  iri,
}: {
  iri: Iri<'COMPONENT_POSITION'>
}) {
  const isEmpty = useResourceSelector(
    (read) => read(iri)?._metadata.isDynamicPosition === true && !read(iri)?.component,
  )
  return isEmpty ? <EmptyPosition iri={iri} /> : <PositionView iri={iri} />
})

function EmptyPosition({ iri }: { iri: Iri<'COMPONENT_POSITION'> }) {
  const content = useDynamicContent(iri)
  return (
    <div data-iri={iri} className={viewStyles['position']}>
      {content ? (
        <button type="button" className={styles.placeholder}>
          <Icon name="plus" />
          {content.pageData
            ? `${content.kind?.label ?? 'This'} is empty. Select it to add something.`
            : `Here comes: ${content.label}.`}
        </button>
      ) : null}
    </div>
  )
}
