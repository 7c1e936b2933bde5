import type { FormView } from '#content/form.ts'
import { sortOf } from '#content/form-values.ts'
import fieldStyles from '#src/ui/TextField.module.css'
import { Errors, Frame, Help, Label, Mark } from './Frame.tsx'
import styles from './Form.module.css'
import { attributesOf } from './attributes.ts'
import { type Field, described, useField } from './use-field.ts'

/** What every single element has in common. */
const elementOf = ({ vars }: FormView, field: Field) => ({
  ...attributesOf(vars.attr),
  id: field.id,
  name: field.name,
  required: vars.required,
  disabled: vars.disabled,
  className: fieldStyles['input'],
  'aria-invalid': field.errors.length > 0 || undefined,
  'aria-describedby': described(field, vars.help),
  onBlur: field.leave,
})

const types: Record<string, string> = { email: 'email', password: 'password' }
/** What a form may ask for beside the usual, as browsers know it. */
const others = new Set(['date', 'time', 'number', 'tel', 'url', 'search', 'color', 'month', 'week'])
const typeOf = (part: FormView) =>
  types[sortOf(part)] ?? part.vars.block_prefixes.find((prefix) => others.has(prefix)) ?? 'text'

/** Words on one line, or on several. */
export function Line({ part }: { part: FormView }) {
  const field = useField(part)
  const element = {
    placeholder: part.vars.placeholder,
    ...elementOf(part, field),
    value: String(field.value ?? ''),
  }
  return (
    <Frame part={part} field={field}>
      {sortOf(part) === 'textarea' ? (
        <textarea rows={5} {...element} onChange={(event) => field.change(event.target.value)} />
      ) : (
        <input
          type={typeOf(part)}
          {...element}
          onChange={(event) => field.change(event.target.value)}
        />
      )}
    </Frame>
  )
}

/** One of two that have to be the same: the pair is one field, and says what is wrong with it once. */
export function Half({ part, of }: { part: FormView; of: FormView }) {
  const field = useField(part, of)
  const { onBlur: _, ...element } = elementOf(part, field)
  return (
    <div className={fieldStyles['field']}>
      <label className={fieldStyles['label']} htmlFor={field.id}>
        {part.vars.label ?? part.vars.name}
      </label>
      <input
        type={typeOf(part)}
        {...element}
        aria-describedby={undefined}
        value={String(field.value ?? '')}
        onChange={(event) => field.change(event.target.value)}
      />
    </div>
  )
}

/** One or several of a list that folds away. */
export function Selection({ part }: { part: FormView }) {
  const field = useField(part)
  const { vars } = part
  const choices = (vars.choices ?? []).filter(({ value }) => value !== '')
  const options = choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
  return (
    <Frame part={part} field={field}>
      {vars.multiple ? (
        <select
          {...elementOf(part, field)}
          multiple
          size={Math.min(options.length, 6)}
          value={[...(field.value ?? [])]}
          onChange={({ target: { selectedOptions } }) =>
            field.change([...selectedOptions].map(({ value }) => value))
          }
        >
          {options}
        </select>
      ) : (
        <select
          {...elementOf(part, field)}
          value={String(field.value ?? '')}
          onChange={(event) => field.change(event.target.value)}
        >
          <option value="">{vars.placeholder ?? ''}</option>
          {options}
        </select>
      )}
    </Frame>
  )
}

/** Yes or no. */
export function Box({ part }: { part: FormView }) {
  const field = useField(part)
  const { className: _, ...element } = elementOf(part, field)
  const ticked = typeof part.vars.value === 'string' && part.vars.value ? part.vars.value : '1'
  return (
    <div className={fieldStyles['field']}>
      <div className={styles.caption}>
        <label className={styles.option}>
          <input
            {...element}
            type="checkbox"
            className={styles.box}
            value={ticked}
            checked={field.value !== null && field.value !== undefined}
            onChange={(event) => field.change(event.target.checked ? ticked : null)}
          />
          <span>
            <Label part={part} />
          </span>
        </label>
        <Mark field={field} />
      </div>
      <Help part={part} id={field.id} />
      <Errors field={field} />
    </div>
  )
}
