import { useLayoutEffect, useRef } from 'react'
import { completeAddress, linkError } from '#content/links/address-input.ts'
import { AddressField } from './AddressField.tsx'
import type { ControlProps } from './control-props.ts'

/**
 * Edits the address of a link. What is stored is complete; the browser owns the text until the field is left, so that it
 * stays as it is typed.
 */
export function UrlControl({ value, onChange, onBlur, ...props }: ControlProps<'url'>) {
  const ref = useRef<HTMLInputElement>(null)
  const leave = () => {
    const address = completeAddress(ref.current!.value)
    ref.current!.value = address
    if (address !== completeAddress(value ?? '')) onChange(address || null)
    onBlur()
  }
  // An address that is not complete yet is none, and is refused once the field is left.
  const change = (typed: string) => {
    const address = completeAddress(typed)
    if (!address || !linkError(address)) onChange(address || null)
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
      error={props.error ?? (value && linkError(value)) ?? undefined}
      hint={props.hint ?? 'A page of this site, such as /about, a web or a mail address'}
      onChange={change}
      onChoose={(path) => onChange(path)}
      onBlur={leave}
    />
  )
}
