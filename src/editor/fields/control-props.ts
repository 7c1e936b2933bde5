import type { Field, FieldFormat, FormatValues } from '#content/model/field.ts'

/** The props that the generated tab passes to the control of a format. */
export interface ControlProps<Format extends FieldFormat> {
  field: Field<Format>
  value: FormatValues[Format] | null
  label: string
  hint: string | undefined
  error: string | undefined
  required: boolean
  /** Changes the field; null removes its value. A choice is saved at once. */
  onChange: (value: FormatValues[Format] | null, options?: { isChoice?: boolean }) => void
  /** Saves what was typed. */
  onBlur: () => void
}
