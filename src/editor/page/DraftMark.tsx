import { Icon } from '#src/ui/Icon.tsx'
import styles from './DraftMark.module.css'

/**
 * Marks a component on the page that visitors do not see yet. Screen readers announce it in the panel. The word is in
 * the style sheet, so that it is not part of the page's text.
 */
export const DraftMark = () => (
  <span className={styles.mark} aria-hidden="true" data-editor-chrome="" data-draft-mark="">
    <Icon name="draft" />
  </span>
)
