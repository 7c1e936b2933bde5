import { liveOf } from '#content/model/component-versions.ts'
import { hasFile, keepsAltText } from '#content/pictures/alt-text.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { AltTextField } from './AltTextField.tsx'
import type { ControlProps } from './control-props.ts'

/** Edits the alternative text of a component's picture. */
export function AltTextControl({ value, onChange, onBlur, ...props }: ControlProps<'altText'>) {
  const { field, name, resource, label, error } = props
  const { describes } = field
  const isKept = useResourceSelector((read) => {
    const live = liveOf(resource['@id'], read)
    return live !== null && keepsAltText(resource, read(live), { name, describes })
  })
  const hint = isKept ? 'Written for the picture before. Check that it fits this one.' : props.hint
  return (
    <AltTextField
      {...{ label, hint, error, value, onBlur }}
      isMissing={value === null && hasFile(resource, describes)}
      onChange={(alt) => onChange(alt)}
    />
  )
}
