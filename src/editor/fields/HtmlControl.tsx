import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { isLastFocused } from '#machines/editing/rich-text/rich-text.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { RichTextEditor } from '../rich-text/RichTextEditor.tsx'
import type { ControlProps } from './control-props.ts'
import styles from './fields.module.css'

/** Edits HTML in a box of the panel, with the format buttons above it while it is the text that was focused last. */
export function HtmlControl({ label, value, hint, error, onChange, onBlur }: ControlProps<'html'>) {
  const id = useId()
  const active = useSelector(useAppActor('richText'), isLastFocused(id))
  return (
    <div className={classNames(fieldStyles.field, styles.html)}>
      <span className={fieldStyles.label}>{label}</span>
      <RichTextEditor
        id={id}
        inPanel
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
