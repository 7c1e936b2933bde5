import { useState } from 'react'
import { ActiveFormatToolbar } from '../rich-text/ActiveFormatToolbar.tsx'
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx'
import type { ControlProps } from './control-props.ts'
import styles from './fields.module.css'

/** Edits HTML in a box of the panel, with the format buttons above it once it has been focused. */
export function HtmlControl({ label, value, hint, error, onChange, onBlur }: ControlProps<'html'>) {
  const [active, setActive] = useState(false)
  return (
    <div className={styles.richText} onFocus={() => setActive(true)}>
      <span className={styles.label}>{label}</span>
      {active ? <ActiveFormatToolbar /> : null}
      <RichTextEditor
        label={label}
        placeholder="Write something"
        className={styles.box}
        html={value}
        active={active}
        onChange={onChange}
        onBlur={onBlur}
      />
      {(error ?? hint) ? (
        <p className={error ? styles.error : styles.hint}>{error ?? hint}</p>
      ) : null}
    </div>
  )
}
