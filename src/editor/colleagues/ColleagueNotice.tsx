import type { SelectionRef } from '#machines/editing/selection/selection.ts'
import { useLiveAndDraft, useSelection } from '../hooks/use-selection.ts'
import styles from './Colleagues.module.css'
import { useColleagues } from './use-colleagues.ts'

/** Says who else edits what is selected, before their changes conflict. It is empty while nobody does. */
export function ColleagueNotice({ selectionRef }: { selectionRef: SelectionRef }) {
  const { selectedIri = '' } = useSelection(selectionRef)
  const { live, draft } = useLiveAndDraft(selectedIri, selectionRef)
  const here = useColleagues().filter(
    ({ nearest: { resource } }) => resource !== undefined && [live, draft].includes(resource),
  )
  const typing = here.filter(({ nearest }) => nearest.isTyping)
  const shown = typing.length > 0 ? typing : here
  const names = shown.map(({ username }) => username).join(' and ')
  const verb = shown.length === 1 ? ['is', 'has'] : ['are', 'have']
  const activity = typing.length > 0 ? `${verb[0]} editing this` : `${verb[1]} selected this, too`
  return (
    <p role="status" className={styles.notice}>
      {shown.length > 0 ? `${names} ${activity}.` : ''}
    </p>
  )
}
