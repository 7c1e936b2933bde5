import { useId } from 'react'
import buttonStyles from './Button.module.css'
import styles from './FileButton.module.css'
import { classNames } from './class-names.ts'

interface FileButtonProps {
  label: string
  /** The types that the browser offers, as in the `accept` attribute. */
  accept: string
  multiple?: boolean
  /** True for the main action of a screen. */
  solid?: boolean
  onChoose: (files: File[]) => void
}

/** Looks like a button, and chooses files of the disk. */
export function FileButton({ label, accept, multiple, solid = false, onChoose }: FileButtonProps) {
  const id = useId()
  return (
    <span className={styles.file}>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        className={styles.input}
        onChange={({ target }) => {
          onChoose([...target.files!])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <label
        htmlFor={id}
        className={classNames(buttonStyles.button, solid ? buttonStyles.solid : undefined)}
      >
        {label}
      </label>
    </span>
  )
}
