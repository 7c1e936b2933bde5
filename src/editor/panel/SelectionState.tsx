import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useSelection } from '../hooks/use-selection.ts'
import { useTone } from '../hooks/use-element-highlight.ts'
import { tones } from '../tones.ts'
import styles from './SelectionState.module.css'

/** Shows whether the selected component is live or a draft; what is no component has no state. */
export function SelectionState({ selectionRef }: { selectionRef: SelectionRef }) {
  const { selectedIri = '' } = useSelection(selectionRef)
  const tone = useTone(selectedIri, selectionRef)
  if (tone === 'structure') return null
  const { icon, label } = tones[tone]
  return (
    <p className={classNames(styles.state, styles[tone])}>
      <Icon name={icon} />
      {label}
    </p>
  )
}
