import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { isActiveControl } from '#machines/editing/active-editor.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { ActiveFormatToolbar } from '../rich-text/ActiveFormatToolbar.tsx'
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx'
import type { ControlProps } from './control-props.ts'
import styles from './fields.module.css'

/** Edits HTML in a box of the panel, with the format buttons above it while it is the control that was focused last. */
export function HtmlControl({ label, value, hint, error, onChange, onBlur }: ControlProps<'html'>) {
  const id = useId()
  const activeEditorRef = useAppActor('activeEditor')
  const active = useSelector(activeEditorRef, isActiveControl(id))
  return (
    <div
      className={fieldStyles.field}
      onFocus={() => activeEditorRef.send({ type: 'control.focused', id })}
    >
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
