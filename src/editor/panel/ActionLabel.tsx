import { Icon, type IconName } from '#src/ui/Icon.tsx'
import styles from './ResourceToolbar.module.css'

/** Names an action of the panel. A narrow one has room for its icon only; screen readers still find the words. */
export const ActionLabel = ({ icon, children }: { icon: IconName; children: string }) => (
  <>
    <Icon name={icon} />
    <span className={styles.label}>{children}</span>
  </>
)
