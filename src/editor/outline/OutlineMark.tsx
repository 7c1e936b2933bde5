import { type Iri, NEW_RESOURCE, isIriOf } from '#content/model/iri.ts'
import type { OutlineItem } from '#content/page/outline/outline.ts'
import { pagesLabel, usedByNote } from '#content/page/pages-label.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { resourceStates } from '../resource-states.ts'
import styles from './Outline.module.css'

export interface OutlineMarkProps extends Pick<
  OutlineItem,
  'iri' | 'isDraft' | 'scope' | 'isScopeRoot'
> {
  /** On how many pages its template or layout is shown; null while that is unknown. */
  pageCount: number | null
}

/** Returns what an item of a template or the layout is part of, and how many pages show that; undefined for any other. */
export const sharedTitle = ({ scope, pageCount }: OutlineMarkProps) =>
  scope === 'page' ? undefined : resourceStates[scope].label + usedByNote(pageCount)

/** Marks an item that is not added yet, a draft, and what is shared with other pages. */
export function OutlineMark(props: OutlineMarkProps) {
  const { iri, isDraft, scope, isScopeRoot, pageCount } = props
  if (iri === NEW_RESOURCE)
    return (
      <span className={classNames(styles.mark, styles.draft)}> {resourceStates.new.label}</span>
    )
  if (isDraft)
    return (
      <span className={classNames(styles.mark, styles.draft)}>
        {' '}
        <Icon name={resourceStates.draft.icon} />
        {resourceStates.draft.label}
      </span>
    )
  if (scope === 'page') return null
  const label = isScopeRoot ? sharedLabel(iri, scope, pageCount) : ''
  return (
    <span className={styles.mark}>
      {isIriOf('LAYOUT', iri) ? null : <Icon name="structure" />}
      {label === '' ? null : ` ${label}`}
    </span>
  )
}

/** Returns the label of the outermost item. The others have the icon, and say the rest by their title. */
const sharedLabel = (iri: Iri, scope: 'template' | 'layout', pageCount: number | null) => {
  const count = pageCount === null ? '' : pagesLabel(pageCount)
  // The layout has its name in front.
  if (isIriOf('LAYOUT', iri)) return count === '' ? '' : `used by ${count}`
  return resourceStates[scope].label + (count === '' ? '' : ` · ${count}`)
}
