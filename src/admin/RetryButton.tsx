import { Button } from '#src/ui/Button.tsx'
import styles from './AdminScreen.module.css'

interface RetryButtonProps {
  label?: string
  onRetry: () => void
}

/** Repeats what has failed. */
export const RetryButton = ({ label = 'Try again', onRetry }: RetryButtonProps) => (
  <div className={styles.retry}>
    <Button onClick={onRetry}>{label}</Button>
  </div>
)
