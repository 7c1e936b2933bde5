import { hasFile } from '#content/pictures/alt-text.ts'
import { AltTextField } from './AltTextField.tsx'
import type { ControlProps } from './control-props.ts'

/** Edits the alternative text of a component's picture. */
export function AltTextControl({ value, onChange, onBlur, ...props }: ControlProps<'altText'>) {
  const { field, resource, label, hint, error } = props
  return (
    <AltTextField
      {...{ label, hint, error, value, onBlur }}
      isMissing={value === null && hasFile(resource, field.describes)}
      onChange={(alt) => onChange(alt)}
    />
  )
}
