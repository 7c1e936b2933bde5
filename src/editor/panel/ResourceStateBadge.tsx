import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useLiveAndDraft, useSelection } from '../hooks/use-selection.ts'
import { useResourceState } from '../hooks/use-element-highlight.ts'
import { resourceStates } from '../resource-states.ts'
import styles from './ResourceStateBadge.module.css'

/** The badge has no room for the time, which the Publish tab shows. */
const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** Shows whether the selected component is live, a draft or scheduled; what is no component has no state. */
export function ResourceStateBadge({ selectionRef }: { selectionRef: SelectionRef }) {
  const { selectedIri = '' } = useSelection(selectionRef)
  const state = useResourceState(selectedIri, selectionRef)
  const { visible } = useLiveAndDraft(selectedIri, selectionRef)
  if (state === 'structure') return null
  const { icon, label } = resourceStates[state]
  const scheduledAt = state === 'draft' ? visible?.publishedAt : null
  const publishedUntil = state === 'live' ? visible?.publishedUntil : null
  return (
    <p className={classNames(styles.state, styles[state])}>
      <Icon name={icon} />
      {scheduledAt ? 'Scheduled' : label}
      {publishedUntil ? ` until ${dayFormat.format(new Date(publishedUntil))}` : null}
    </p>
  )
}
