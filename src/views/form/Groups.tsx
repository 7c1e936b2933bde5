import type { FormView } from '#content/form.ts'
import { GroupFrame } from './Frame.tsx'
import styles from './Form.module.css'
import { Half } from './Line.tsx'
import { useField } from './use-field.ts'

/** The same thing twice. It is not looked at before the second has been written. */
export function Pair({ part }: { part: FormView }) {
  const [first, second] = part.children
  const field = useField(part)
  const { value: repeated } = useField(second ?? part, part)
  return (
    <GroupFrame
      part={part}
      field={{
        ...field,
        leaveAll: (event) => {
          const isSecond = event.target.id.endsWith(second?.vars.id ?? '')
          if (isSecond || repeated) field.leaveAll(event)
        },
      }}
    >
      <div className={styles.halves}>
        {first && <Half part={first} of={part} />}
        {second && <Half part={second} of={part} />}
      </div>
    </GroupFrame>
  )
}

/** A choice whose options are all in sight: one of them, or any number. */
export function Options({ part }: { part: FormView }) {
  const field = useField(part)
  const { multiple = false, choices = [] } = part.vars
  const chosen: readonly string[] =
    typeof field.value === 'string' ? [field.value] : (field.value ?? [])
  const choose = (value: string, ticked: boolean) => {
    if (!multiple) return field.change(value)
    field.change(ticked ? [...chosen, value] : chosen.filter((one) => one !== value))
  }
  return (
    <GroupFrame part={part} field={field}>
      <div className={styles.options}>
        {choices
          .filter(({ value }) => value !== '')
          .map(({ value, label }) => (
            <label key={value} className={styles.option}>
              <input
                type={multiple ? 'checkbox' : 'radio'}
                name={field.name}
                value={value}
                className={styles.box}
                checked={chosen.includes(value)}
                disabled={part.vars.disabled}
                aria-invalid={field.errors.length > 0 || undefined}
                onChange={(event) => choose(value, event.target.checked)}
              />
              {label}
            </label>
          ))}
      </div>
    </GroupFrame>
  )
}
