import { useState } from 'react'
import fieldStyles from '#src/ui/TextField.module.css'
import { ActiveFormatToolbar } from '../rich-text/ActiveFormatToolbar.tsx'
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx'
import type { ControlProps } from './control-props.ts'
import styles from './fields.module.css'

/** Edits HTML in a box of the panel, with the format buttons above it once it has been focused. */
export function HtmlControl({ label, value, hint, error, onChange, onBlur }: ControlProps<'html'>) {
  const [active, setActive] = useState(false)
  return (
    <div className={fieldStyles.field} onFocus={() => setActive(true)}>
      <span className={fieldStyles.label}>{label}</span>
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
        <p className={error ? fieldStyles.error : fieldStyles.hint}>{error ?? hint}</p>
      ) : null}
    </div>
  )
}
