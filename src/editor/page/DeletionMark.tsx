import { Icon } from '#src/ui/Icon.tsx'
import styles from './DraftMark.module.css'

/** Marks a component whose deletion waits for the network. As for a draft, the words are in the style sheet. */
export const DeletionMark = () => (
  <span className={styles.deletion} aria-hidden="true" data-editor-chrome="" data-deletion-mark="">
    <Icon name="trash" />
  </span>
)
