import type { ComponentType } from 'react'
import { type Field, type FieldFormat, type Fields, isInline } from '#content/model/field.ts'
import type { EditableKind } from '#content/model/kind.ts'
import { createChooseFile } from '../pictures/choose-file.ts'
import type { FieldEdits } from '../site-kinds.ts'
import type { ControlProps } from './control-props.ts'
import { fieldControls } from './field-controls.tsx'
import styles from './fields.module.css'

/** Renders a control for each field of a kind, by the field's format. Inline fields have none. */
export function GeneratedFields({ kind, ...editProps }: FieldEdits & { kind: EditableKind }) {
  return (
    <div className={styles.fields}>
      {Object.entries(kind.fields).map(([name, field]) =>
        isInline(field) ? null : (
          <GeneratedField key={name} {...{ name, field, fields: kind.fields }} {...editProps} />
        ),
      )}
    </div>
  )
}

interface GeneratedFieldProps extends FieldEdits {
  name: string
  field: Field
  /** All fields of the kind. */
  fields: Fields
}

function GeneratedField({ name, field, errors, ...edits }: GeneratedFieldProps) {
  const { resource, change, flush } = edits
  // A field's own format selects its control, so it accepts that field and its values.
  const Control = fieldControls[field.format] as ComponentType<ControlProps<FieldFormat>>
  const value = (resource[name] ?? null) as ControlProps<FieldFormat>['value']
  const isRequired = field.required !== undefined
  const isRemoved = isRequired && value === null && edits.fieldRefs?.[name] !== undefined
  return (
    <Control
      field={field}
      name={name}
      resource={resource}
      value={value}
      label={field.label}
      hint={hintOf(field)}
      error={schemaError(field, value) ?? (isRemoved ? field.required : errors[name])}
      required={isRequired}
      onChange={(changed, options) => change(name, changed, withRules(field, options))}
      onChooseFile={createChooseFile(edits, name)}
      onBlur={flush}
      fieldRef={edits.fieldRefs?.[name]}
    />
  )
}

/** Returns the options of a change with what the field demands of it. */
const withRules = ({ required, clears }: Field, options: { isChoice?: boolean } | undefined) =>
  required === undefined && clears === undefined
    ? options
    : {
        ...options,
        ...(required !== undefined && { isRequired: true }),
        ...(clears !== undefined && { clears }),
      }

/** Returns the explanation of a field, or else whether it has to be filled in. */
const hintOf = ({ hint, required, requiredToPublish }: Field) =>
  hint ?? (required ? 'Required' : requiredToPublish ? 'Required to publish' : undefined)

/** Returns the message with which a field's schema refuses a value, or undefined. The API checks the same schema. */
const schemaError = (field: Field, value: unknown) => {
  if (value === null || !('schema' in field)) return undefined
  const result = field.schema['~standard'].validate(value)
  return 'issues' in result ? result.issues?.[0]?.message : undefined
}
