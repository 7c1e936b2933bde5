import { useState } from 'react'
import { dequal } from 'dequal/lite'
import { formatParameters, parseParameters } from '#content/page/query-parameters.ts'
import { TextField } from '#src/ui/TextField.tsx'
import type { ControlProps } from './control-props.ts'

/** Edits parameters as a query string; the text stays as it is typed while it means the same. */
export function QueryControl({ value, onChange, ...props }: ControlProps<'query'>) {
  const [text, setText] = useState(() => formatParameters(value ?? {}))
  const shown = dequal(parseParameters(text), value ?? {}) ? text : formatParameters(value ?? {})
  const change = (typed: string) => {
    setText(typed)
    const parameters = parseParameters(typed)
    onChange(Object.keys(parameters).length > 0 ? parameters : null)
  }
  return (
    <TextField
      label={props.label}
      hint={props.hint ?? 'As in an address: order[createdAt]=desc'}
      error={props.error}
      value={shown}
      onChange={change}
      onBlur={props.onBlur}
    />
  )
}
