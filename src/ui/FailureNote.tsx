import styles from './FailureNote.module.css'
import { Icon } from './Icon.tsx'

interface Refusal {
  message: string
  violations?: readonly { propertyPath: string; message: string }[]
}

/** Says why something did not happen. */
export const FailureNote = ({ failure }: { failure: Refusal | null }) =>
  failure ? (
    <div role="alert" className={styles.note}>
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
        <p className={styles.words}>{failure.message}</p>
      )}
    </div>
  ) : null
