import { hasFile } from '#content/pictures/alt-text.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import type { ControlProps } from './control-props.ts'

/** Edits the alternative text of a picture: a description, or the decision that it needs none. */
export function AltTextControl({ value, onChange, onBlur, ...props }: ControlProps<'altText'>) {
  const { field, resource, label, hint, error } = props
  const isMissing = value === null && hasFile(resource, field.describes)
  return (
    <>
      <TextField
        {...{ label, error, onBlur }}
        hint={
          isMissing ? 'Missing. Say what the picture shows, for people who do not see it.' : hint
        }
        value={value ?? ''}
        onChange={(text) => onChange(text || null)}
      />
      <Checkbox
        label="Decorative: needs no description"
        checked={value === ''}
        onChange={(checked) => {
          onChange(checked ? '' : null)
          onBlur()
        }}
      />
    </>
  )
}
