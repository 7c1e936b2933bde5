import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import type { FormView } from '#content/forms/form.ts'
import { fieldNameOf, fieldTypeOf } from '#content/forms/form-parts.ts'
import { selectFocus, selectValue } from '#machines/page/form.ts'
import { Button } from '#src/ui/Button.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { FieldsetFrame } from './FieldFrame.tsx'
import styles from './Form.module.css'
import { CheckboxInput } from './CheckboxInput.tsx'
import { ChoiceGroup } from './ChoiceGroup.tsx'
import { RepeatedField } from './RepeatedField.tsx'
import { SelectInput } from './SelectInput.tsx'
import { TextInput } from './TextInput.tsx'
import { useFormField, useFormContext } from './use-form-field.ts'

/** Renders one part of a form by its type. */
function FormPart({ part }: { part: FormView }) {
  switch (fieldTypeOf(part)) {
    case 'hidden':
      return <HiddenInput part={part} />
    case 'submit':
      return null
    case 'group':
      return <FieldGroup part={part} />
    case 'collection':
      return <CollectionField part={part} />
    case 'repeated':
      return <RepeatedField part={part} />
    case 'choice':
      return part.vars.expanded ? <ChoiceGroup part={part} /> : <SelectInput part={part} />
    case 'checkbox':
      return <CheckboxInput part={part} />
    default:
      return <TextInput part={part} />
  }
}

/** Renders the input of a value that is only sent back, for a submission without scripts. */
function HiddenInput({ part }: { part: FormView }) {
  const value = useSelector(useFormContext().formRef, selectValue(fieldNameOf(part)))
  return <input type="hidden" name={part.vars.full_name} value={value ?? ''} readOnly />
}

/** Renders several parts of a form in their order. */
export const FormParts = ({ parts }: { parts: readonly FormView[] }) =>
  parts.map((part) => <FormPart key={part.vars.full_name} part={part} />)

/** Renders a group of fields, in a `<fieldset>` when it has a label. */
const FieldGroup = ({ part: { vars, children } }: { part: FormView }) =>
  vars.label ? (
    <fieldset className={styles.group}>
      <legend className={fieldStyles['label']}>{vars.label}</legend>
      <FormParts parts={children} />
    </fieldset>
  ) : (
    <FormParts parts={children} />
  )

/** Renders a list of entries that can be added and removed. A new entry gets focus. */
function CollectionField({ part }: { part: FormView }) {
  const { formRef } = useFormContext()
  const field = useFormField(part)
  const list = fieldNameOf(part)
  const { label = part.vars.name, allow_add: canAdd, allow_delete: canRemove } = part.vars
  const entriesRef = useRef<HTMLDivElement>(null)
  useEntryFocus(entriesRef, part)
  return (
    <FieldsetFrame part={part} field={{ ...field, blurGroup: () => {} }}>
      <div ref={entriesRef} className={styles.entries}>
        {part.children.map((entry, index) => (
          <div key={fieldNameOf(entry)} className={styles.entry}>
            <div className={styles.entryFields}>
              <FormPart part={entry} />
            </div>
            {canRemove && (
              <Button
                variant="quiet"
                aria-label={`Remove number ${index + 1} of ${label}`}
                onClick={() =>
                  formRef.send({ type: 'entry.removed', list, entry: fieldNameOf(entry) })
                }
              >
                Remove
              </Button>
            )}
          </div>
        ))}
        {canAdd && (
          <Button
            aria-label={`Add to ${label}`}
            onClick={() => formRef.send({ type: 'entry.added', list })}
          >
            Add
          </Button>
        )}
      </div>
    </FieldsetFrame>
  )
}

/** Moves focus into an added entry of the list, and after a removal to the last control of the list. */
function useEntryFocus(entriesRef: { current: HTMLElement | null }, part: FormView) {
  const { formRef } = useFormContext()
  const focus = useSelector(formRef, selectFocus)
  const [list, added] = [fieldNameOf(part), part.children.map(fieldNameOf).indexOf(focus ?? '')]
  useEffect(() => {
    const entries = entriesRef.current
    const container = focus === list ? entries : entries?.children[added]
    if (!container) return
    const controls = container.querySelectorAll<HTMLElement>('input, select, textarea, button')
    controls[focus === list ? controls.length - 1 : 0]?.focus()
    formRef.send({ type: 'focus.moved' })
  }, [entriesRef, formRef, focus, list, added])
}
