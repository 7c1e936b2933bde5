import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { completeAddress, linkError } from '#content/links/address-input.ts'
import { iriPrefixes, routePath } from '#content/model/iri.ts'
import { AddressField } from './AddressField.tsx'
import type { ControlProps } from './control-props.ts'

interface TypedAddressProps extends Pick<ComponentProps<typeof AddressField>, 'error'> {
  props: Pick<ControlProps<'url'>, 'label' | 'required'>
  hint: string
  value: string | null
  /** Called with the complete address while it is typed; without it, one is stored once the field is left or confirmed. */
  onType?: (address: string) => void
  onChange: (address: string | null) => void
  onBlur: () => void
}

/** Edits an address. The browser owns the text until the field is left, so that it stays as it is typed. */
function TypedAddress(all: TypedAddressProps) {
  const { props, value, onType, onChange, onBlur } = all
  const ref = useRef<HTMLInputElement>(null)
  const store = () => {
    const address = completeAddress(ref.current!.value)
    ref.current!.value = address
    if (address !== completeAddress(value ?? '')) onChange(address || null)
  }
  useLayoutEffect(() => {
    const inputEl = ref.current!
    if (completeAddress(inputEl.value) !== (value ?? '')) inputEl.value = value ?? ''
  }, [value])
  return (
    <AddressField
      ref={ref}
      label={props.label}
      aria-required={props.required || undefined}
      error={all.error}
      hint={all.hint}
      onChange={(typed) => {
        const address = completeAddress(typed)
        if (address) onType?.(address)
        else onChange(null)
      }}
      onChoose={(path) => onChange(path)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') store()
      }}
      onBlur={() => {
        store()
        onBlur()
      }}
    />
  )
}

/** Edits the address of a link. What is stored is complete: one that is not yet is refused once the field is left. */
export const UrlControl = ({ value, onChange, onBlur, ...props }: ControlProps<'url'>) => (
  <TypedAddress
    {...{ props, value, onChange, onBlur }}
    error={props.error ?? (value && linkError(value)) ?? undefined}
    hint={props.hint ?? 'A page of this site, such as /about, a web or a mail address'}
    onType={(address) => {
      if (!linkError(address)) onChange(address)
    }}
  />
)

/** Edits a relation to a route as the path of its page, which is found by its path or its title. */
export function PageControl({ value, onChange, onBlur, ...props }: ControlProps<'iri'>) {
  const path = value && routePath(value)
  return (
    <TypedAddress
      {...{ props, onBlur }}
      value={path}
      error={
        props.error ??
        (path && !path.startsWith('/') ? 'Choose one of the pages that are found' : undefined)
      }
      hint={props.hint ?? 'Search by its title or its path, such as /about'}
      onChange={(next) => onChange(next && `${iriPrefixes.ROUTE}${next}`)}
    />
  )
}
