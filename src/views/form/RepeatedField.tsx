import type { FormView } from '#content/forms/form.ts'
import fieldStyles from '#src/ui/TextField.module.css'
import { FieldsetFrame } from './FieldFrame.tsx'
import styles from './Form.module.css'
import { inputPropsOf, inputTypeOf } from './input-props.ts'
import { useFormField } from './use-form-field.ts'

/** Renders a value that is entered twice. It is validated once the second input has a value. */
export function RepeatedField({ part }: { part: FormView }) {
  const [first, second] = part.children
  const field = useFormField(part)
  const { value: secondValue } = useFormField(second ?? part, part)
  return (
    <FieldsetFrame
      part={part}
      field={{
        ...field,
        blurGroup: (event) => {
          const isSecond = event.target.id.endsWith(second?.vars.id ?? '')
          if (isSecond || secondValue) field.blurGroup(event)
        },
      }}
    >
      <div className={styles.repeated}>
        {first && <RepeatedInput part={first} owner={part} />}
        {second && <RepeatedInput part={second} owner={part} />}
      </div>
    </FieldsetFrame>
  )
}

/** Renders one of the two inputs; the field around them validates and shows errors for both. */
function RepeatedInput({ part, owner }: { part: FormView; owner: FormView }) {
  const field = useFormField(part, owner)
  const { onBlur: _, ...element } = inputPropsOf(part, field)
  return (
    <div className={fieldStyles['field']}>
      <label className={fieldStyles['label']} htmlFor={field.id}>
        {part.vars.label ?? part.vars.name}
      </label>
      <input
        type={inputTypeOf(part)}
        {...element}
        aria-describedby={undefined}
        value={String(field.value ?? '')}
        onChange={(event) => field.change(event.target.value)}
      />
    </div>
  )
}
