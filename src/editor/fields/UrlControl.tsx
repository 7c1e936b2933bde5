import { linkError } from '#content/links/address-input.ts'
import { AddressControl } from './AddressControl.tsx'
import { type ControlProps, labelProps } from './control-props.ts'

/** Edits the address of a link. An incomplete one is refused once the field is left. */
export const UrlControl = ({ value, onChange, onBlur, ...props }: ControlProps<'url'>) => (
  <AddressControl
    {...labelProps(props)}
    error={props.error ?? (value && linkError(value)) ?? undefined}
    hint={props.hint ?? 'A page of this site, such as /about, a web or a mail address'}
    value={value}
    onType={(address) => {
      if (!linkError(address)) onChange(address)
    }}
    onChange={onChange}
    onBlur={onBlur}
  />
)
