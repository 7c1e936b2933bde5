import type { ComponentKind } from '#content/model/kind.ts'
import styles from './KindPicture.module.css'

/** Draws the picture of a kind in the current text color, hidden from screen readers. */
export const KindPicture = ({ kind }: { kind: ComponentKind }) => (
  <svg aria-hidden="true" className={styles.picture} viewBox="0 0 48 32">
    <path d={kind.picture ?? 'M7 5h34v22H7z'} />
  </svg>
)
