import styles from './FailureAlert.module.css'
import { Icon } from './Icon.tsx'

export interface FailureDetails {
  message: string
  violations?: readonly { propertyPath: string; message: string }[]
}

/** Shows why an action failed: its violations, or else its message. */
export const FailureAlert = ({ failure }: { failure: FailureDetails | null }) =>
  failure ? (
    <div role="alert" className={styles.alert}>
      <Icon name="warning" />
      {failure.violations?.length ? (
        <ul className={styles.list}>
          {failure.violations.map(({ propertyPath, message }) => (
            <li key={`${propertyPath}: ${message}`}>
              {propertyPath ? `${propertyPath}: ${message}` : message}
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.message}>{failure.message}</p>
      )}
    </div>
  ) : null
