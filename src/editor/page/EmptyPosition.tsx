import type { Iri } from '#content/model/iri.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './EmptyGroup.module.css'
import { useDynamicContent } from '../hooks/use-dynamic-content.ts'

/** Renders the placeholder of a dynamic position without content, which can be selected. */
export function EmptyPosition({ iri }: { iri: Iri<'COMPONENT_POSITION'> }) {
  const content = useDynamicContent(iri)
  return (
    content && (
      <button type="button" className={styles.placeholder}>
        <Icon name="plus" />
        {content.pageData
          ? `${content.kind?.label ?? 'This'} is empty. Select it to add something.`
          : `Here comes: ${content.label}.`}
      </button>
    )
  )
}
