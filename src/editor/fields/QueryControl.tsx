import { useLayoutEffect, useRef } from 'react'
import { dequal } from 'dequal/lite'
import { formatParameters, parseParameters } from '#content/links/query-parameters.ts'
import { TextField } from '#src/ui/TextField.tsx'
import type { ControlProps } from './control-props.ts'

/**
 * Edits parameters as a query string. The browser owns the text; it is only rewritten when it does not mean `value`, so
 * that it stays as it is typed.
 */
export function QueryControl({ value, onChange, ...props }: ControlProps<'query'>) {
  const ref = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const inputEl = ref.current!
    const parameters = value ?? {}
    if (!dequal(parseParameters(inputEl.value), parameters))
      inputEl.value = formatParameters(parameters)
  }, [value])
  const change = (typed: string) => {
    const parameters = parseParameters(typed)
    onChange(Object.keys(parameters).length > 0 ? parameters : null)
  }
  return (
    <TextField
      ref={ref}
      label={props.label}
      hint={props.hint ?? 'As in an address, such as order[createdAt]=desc for the newest first'}
      error={props.error}
      onChange={change}
      onBlur={props.onBlur}
    />
  )
}
