import { Icon } from '#src/ui/Icon.tsx'
import { noAltText } from '../labels.ts'
import styles from './MissingAltText.module.css'

/** Marks a picture on the page that is not described. Screen readers announce that in the panel and the outline. */
export const MissingAltText = () => (
  <span
    className={styles.mark}
    aria-hidden="true"
    data-editor-chrome=""
    data-missing-alt={noAltText}
  >
    <Icon name="warning" />
  </span>
)
