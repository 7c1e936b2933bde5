/** The controls with which the generated tab edits fields, by format. */
import { type ComponentType, useState } from 'react'
import { iriPrefixes, routePath } from '#content/model/iri.ts'
import { isDeepEqual } from '#content/model/deep-equal.ts'
import type { Choice, FieldFormat } from '#content/model/kind.ts'
import { linkError } from '#content/page/address-input.ts'
import { formatParameters, parseParameters } from '#content/page/query-parameters.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import type { ControlProps } from './control-props.ts'
import { FileControl } from './FileControl.tsx'
import { HtmlControl } from './HtmlControl.tsx'

type Controls = { [Format in FieldFormat]: ComponentType<ControlProps<Format>> }

const isChoice = { isChoice: true }

/** Returns the properties that all controls pass on as they are. */
const labelOf = ({ label, hint, error, required }: Omit<ControlProps<'text'>, 'field'>) => ({
  label,
  hint,
  error,
  'aria-required': required || undefined,
})

const withCurrent = (choices: readonly Choice[], value: string | null): readonly Choice[] =>
  value === null || choices.some((choice) => choice.value === value)
    ? choices
    : [...choices, { value, label: value }]

/** Edits parameters as a query string; the text stays as it is typed while it means the same. */
function QueryControl({ value, onChange, ...props }: ControlProps<'query'>) {
  const [text, setText] = useState(() => formatParameters(value ?? {}))
  const shown = isDeepEqual(parseParameters(text), value ?? {})
    ? text
    : formatParameters(value ?? {})
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

/** Edits a relation as an IRI; one to a route as the path of its page. */
function IriControl({ field: { to }, value, onChange, onBlur, ...props }: ControlProps<'iri'>) {
  const isRoute = to === 'ROUTE'
  const toIri = (text: string) => (isRoute ? `${iriPrefixes.ROUTE}${text}` : text)
  return (
    <TextField
      label={props.label}
      hint={props.hint ?? (isRoute ? 'A path on this site, such as /about' : 'An IRI of the API')}
      error={props.error}
      value={value === null ? '' : isRoute ? routePath(value) : value}
      onChange={(text) => onChange(text.trim() ? toIri(text.trim()) : null)}
      onBlur={onBlur}
    />
  )
}

/** A new format needs a control here; the compiler says so. */
export const fieldControls: Controls = {
  text: ({ value, onChange, onBlur, field: _, ...props }) => (
    <TextField
      {...labelOf({ ...props, value, onChange, onBlur })}
      value={value ?? ''}
      onChange={(text) => onChange(text || null)}
      onBlur={onBlur}
    />
  ),
  longText: ({ value, onChange, onBlur, field: _, ...props }) => (
    <TextArea
      {...labelOf({ ...props, value, onChange, onBlur })}
      value={value ?? ''}
      onChange={(text) => onChange(text || null)}
      onBlur={onBlur}
    />
  ),
  html: HtmlControl,
  url: ({ value, onChange, onBlur, field: _, ...props }) => (
    <TextField
      {...labelOf({ ...props, value, onChange, onBlur })}
      error={props.error ?? (value && linkError(value)) ?? undefined}
      hint={props.hint ?? 'A path on this site, such as /about, or a full URL'}
      inputMode="url"
      value={value ?? ''}
      onChange={(text) => onChange(text.trim() || null)}
      onBlur={onBlur}
    />
  ),
  iri: IriControl,
  file: FileControl,
  number: ({ label, hint, error, required, value, onChange, onBlur }) => (
    <TextField
      {...{ label, hint, error }}
      aria-required={required || undefined}
      type="number"
      value={value ?? ''}
      onChange={(text) => onChange(text === '' ? null : Number(text))}
      onBlur={onBlur}
    />
  ),
  boolean: ({ label, hint, error, value, onChange }) => (
    <Checkbox
      {...{ label, hint, error }}
      checked={value === true}
      onChange={(checked) => onChange(checked, isChoice)}
    />
  ),
  choice: ({ value, onChange, onBlur, field: { choices }, ...props }) => (
    <Select
      {...labelOf({ ...props, value, onChange, onBlur })}
      value={value ?? ''}
      options={[{ value: '', label: 'None' }, ...withCurrent(choices, value)]}
      onChange={(chosen) => onChange(chosen || null, isChoice)}
    />
  ),
  query: QueryControl,
}
