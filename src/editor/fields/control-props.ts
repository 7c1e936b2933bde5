import type { Field, FieldFormat, FormatValues } from '#content/model/field.ts'
import type { Resource } from '#content/model/resource.ts'
import type { FieldRef } from '#machines/editing/changes/field.ts'
import type { MediaFile } from '#content/pictures/media-library.ts'

/** The props that the generated tab passes to the control of a format. */
export interface ControlProps<Format extends FieldFormat> {
  field: Field<Format>
  /** The name of the property. */
  name: string
  /** The resource with all pending edits applied. */
  resource: Resource
  value: FormatValues[Format] | null
  label: string
  hint: string | undefined
  error: string | undefined
  required: boolean
  /** Changes the field; null removes its value. A choice is saved at once. */
  onChange: (value: FormatValues[Format] | null, options?: { isChoice?: boolean }) => void
  /** Chooses a file of the media library. */
  onChooseFile: (file: MediaFile) => void
  /** The actor of the field once it is edited. */
  fieldRef: FieldRef | undefined
  /** Saves what was typed. */
  onBlur: () => void
}

type LabelProps = Pick<ControlProps<FieldFormat>, 'label' | 'hint' | 'error' | 'required'>

/** Returns the properties that all controls pass on as they are. */
export const labelProps = ({ label, hint, error, required }: LabelProps) => ({
  label,
  hint,
  error,
  'aria-required': required || undefined,
})
