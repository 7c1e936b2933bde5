import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { completeAddress } from '#content/links/address-input.ts'
import { AddressField } from './AddressField.tsx'

interface AddressControlProps extends Pick<
  ComponentProps<typeof AddressField>,
  'label' | 'hint' | 'error' | 'aria-required'
> {
  value: string | null
  /** Called with the complete address while it is typed; without it, one is stored once the field is left or confirmed. */
  onType?: (address: string) => void
  onChange: (address: string | null) => void
  onBlur: () => void
}

/** Edits an address. The browser owns the text until the field is left, so that it stays as it is typed. */
export function AddressControl({ value, onType, onChange, onBlur, ...props }: AddressControlProps) {
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
      // Until it is stored, what was typed is undone by the browser.
      data-stored={value ?? ''}
      {...props}
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
