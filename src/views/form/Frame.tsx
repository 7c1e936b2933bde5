import type { ReactNode } from 'react'
import type { FormView } from '#content/form.ts'
import fieldStyles from '#src/ui/TextField.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Form.module.css'
import type { Field } from './use-field.ts'

interface FrameProps {
  part: FormView
  field: Field
  children: ReactNode
}

/** A label above one element, what helps below it, and what is wrong. */
export const Frame = ({ part, field, children }: FrameProps) => (
  <div className={fieldStyles['field']}>
    <div className={styles.caption}>
      <label className={fieldStyles['label']} htmlFor={field.id}>
        <Label part={part} />
      </label>
      <Mark field={field} />
    </div>
    {children}
    <Help part={part} id={field.id} />
    <Errors field={field} />
  </div>
)

/** The same around several elements that are one field. */
export const GroupFrame = ({ part, field, children }: FrameProps) => (
  <fieldset
    className={styles.group}
    aria-describedby={field.errors.length > 0 ? `${field.id}-error` : undefined}
  >
    <legend className={part.vars.label === undefined ? styles.unseen : styles.caption}>
      <span className={fieldStyles['label']}>
        <Label part={part} />
      </span>
      <Mark field={field} />
    </legend>
    <div className={styles.members} onBlur={field.leaveAll}>
      {children}
    </div>
    <Help part={part} id={field.id} />
    <Errors field={field} />
  </fieldset>
)

/** Most fields are needed, so it is the others that say so. */
export const Label = ({ part: { vars, children } }: { part: FormView }) => (
  <>
    {vars.label ?? children[0]?.vars.label ?? vars.name}
    {vars.required || vars.disabled ? null : <span className={styles.optional}> optional</span>}
  </>
)

export const Help = ({ part: { vars }, id }: { part: FormView; id: string }) =>
  vars.help ? (
    <p id={`${id}-help`} className={fieldStyles['hint']}>
      {vars.help}
    </p>
  ) : null

/** Its room is there before it is needed: nothing may move away from under somebody who is about to press it. */
export const Errors = ({ field: { id, errors } }: { field: Pick<Field, 'id' | 'errors'> }) => (
  <p id={`${id}-error`} className={styles.error}>
    {errors.length > 0 && (
      <>
        <Icon name="warning" />
        {errors.join(' ')}
      </>
    )}
  </p>
)

/** Whether it is being looked at, and when it is right. */
export const Mark = ({ field: { checking, valid, value } }: { field: Field }) => {
  if (checking) return <span role="img" aria-label="Checking" className={styles.checking} />
  return valid && value && value.length > 0 ? (
    <span role="img" aria-label="Right" className={styles.right}>
      <Icon name="check" />
    </span>
  ) : null
}
