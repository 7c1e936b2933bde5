import { type ReactNode, useId } from 'react'
import styles from './SettingsScreen.module.css'

interface SettingsGroupProps {
  title: string
  /** Shown beside the settings. */
  preview?: ReactNode
  children: ReactNode
}

/** Shows settings that belong together, below their heading. */
export function SettingsGroup({ title, preview, children }: SettingsGroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h2 id={id} className={styles.subheading}>
        {title}
      </h2>
      <div className={styles.columns}>
        <div className={styles.fields}>{children}</div>
        {preview ? <div className={styles.preview}>{preview}</div> : null}
      </div>
    </section>
  )
}

interface FilePreviewProps {
  label: string
  hint?: string
  text: string
  rows: number
}

/** Shows what a file of the site will contain. It can be scrolled and copied by keyboard. */
export function FilePreview({ label, hint, text, rows }: FilePreviewProps) {
  const id = useId()
  return (
    <div className={styles.file}>
      <label htmlFor={id} className={styles.previewLabel}>
        {label}
      </label>
      <textarea
        id={id}
        readOnly
        rows={rows}
        value={text}
        className={styles.fileText}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
