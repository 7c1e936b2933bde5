import { iriPrefixes, routePath } from '#content/model/iri.ts'
import { AddressControl } from './AddressControl.tsx'
import { type ControlProps, labelProps } from './control-props.ts'

/** Edits a relation to a route as the path of its page, which is found by its path or its title. */
export function PageControl({ value, onChange, onBlur, ...props }: ControlProps<'iri'>) {
  const path = value && routePath(value)
  const isPath = !path || path.startsWith('/')
  return (
    <AddressControl
      {...labelProps(props)}
      error={props.error ?? (isPath ? undefined : 'Choose one of the pages that are found')}
      hint={props.hint ?? 'Search by its title or its path, such as /about'}
      value={path}
      onChange={(next) => onChange(next && `${iriPrefixes.ROUTE}${next}`)}
      onBlur={onBlur}
    />
  )
}
