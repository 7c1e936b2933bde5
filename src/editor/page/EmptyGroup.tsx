import type { Iri } from '#content/model/iri.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './EmptyGroup.module.css'
import { useSiteKinds } from '../site-kinds.ts'
import { useIsTemplateContent } from '../hooks/use-content-scope.ts'
import { groupLabel } from '../labels.ts'

/** Renders a placeholder in an empty group. A press on it selects the group. */
export function EmptyGroup({ iri }: { iri: Iri<'COMPONENT_GROUP'> }) {
  const group = useResource(iri)
  const site = useSiteKinds()
  // On a page of data an empty position is filled in its template.
  if (useIsTemplateContent(iri)) return null
  return (
    <button type="button" className={styles.placeholder}>
      <Icon name="plus" />
      {group ? groupLabel(group, site) : 'This'} is empty. Select it to add something.
    </button>
  )
}
