import { useId } from 'react'
import buttonStyles from '#src/ui/Button.module.css'
import styles from './Recordings.module.css'

interface FileButtonProps {
  label: string
  onChoose: (file: File) => void
}

/** Chooses the file of a recording. */
export function FileButton({ label, onChoose }: FileButtonProps) {
  const id = useId()
  return (
    <span className={styles.file}>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        className={styles.input}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onChoose(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <label htmlFor={id} className={buttonStyles.button}>
        {label}
      </label>
    </span>
  )
}
