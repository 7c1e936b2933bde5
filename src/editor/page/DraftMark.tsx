import { Icon } from '#src/ui/Icon.tsx'
import styles from './DraftMark.module.css'

/** Marks a component on the page that visitors do not see yet. The panel tells screen readers. */
export const DraftMark = () => (
  <span className={styles.mark} aria-hidden="true" data-editor-chrome="" data-draft-mark="">
    <Icon name="draft" />
    <span className={styles.word}>Draft</span>
  </span>
)
