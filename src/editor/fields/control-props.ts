import type { Field, FieldFormat, FieldValues } from '#content/model/kind.ts'

/** What the control of a format gets from the generated tab. */
export interface ControlProps<Format extends FieldFormat> {
  field: Field<Format>
  value: FieldValues[Format] | null
  label: string
  hint: string | undefined
  error: string | undefined
  required: boolean
  /** Changes the field; null removes its value. A choice is saved at once. */
  onChange: (value: FieldValues[Format] | null, options?: { isChoice?: boolean }) => void
  /** Saves what was typed. */
  onBlur: () => void
}
