/** The controls with which the generated tab edits fields, by format. */
import type { ComponentType } from 'react'
import type { Choice, FieldFormat } from '#content/model/field.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { AltTextControl } from './AltTextControl.tsx'
import { type ControlProps, labelProps } from './control-props.ts'
import { FramingControl } from '../framing/FramingControl.tsx'
import { FileControl } from './FileControl.tsx'
import { HtmlControl } from './HtmlControl.tsx'
import { QueryControl } from './QueryControl.tsx'
import { PageControl } from './PageControl.tsx'
import { UrlControl } from './UrlControl.tsx'

type Controls = { [Format in FieldFormat]: ComponentType<ControlProps<Format>> }

const isChoice = { isChoice: true }

type TextControlProps = Omit<ControlProps<'text'>, 'field' | 'name' | 'resource'>

/** Returns the properties of a control for plain text; an empty text removes the value. */
const textProps = ({ value, onChange, onBlur, ...props }: TextControlProps) => ({
  ...labelProps(props),
  value: value ?? '',
  onChange: (text: string) => onChange(text || null),
  onBlur,
})

const withCurrent = (choices: readonly Choice[], value: string | null): readonly Choice[] =>
  value === null || choices.some((choice) => choice.value === value)
    ? choices
    : [...choices, { value, label: isIri(value) ? 'Other' : value }]

const isIri = (value: string) => value.startsWith('/')

/** Edits a relation as an IRI, and a relation to a route as the path of its page. */
const IriControl = (props: ControlProps<'iri'>) =>
  props.field.to === 'ROUTE' ? <PageControl {...props} /> : <PlainIriControl {...props} />

const PlainIriControl = ({ value, onChange, onBlur, ...props }: ControlProps<'iri'>) => (
  <TextField
    {...labelProps(props)}
    hint={props.hint ?? 'The IRI, from “Details for developers” on the Info tab'}
    value={value ?? ''}
    onChange={(text) => onChange(text.trim() || null)}
    onBlur={onBlur}
  />
)

/** The controls by format. The compiler reports a format without one. */
export const fieldControls: Controls = {
  text: (props) => <TextField {...textProps(props)} />,
  altText: AltTextControl,
  longText: (props) => <TextArea {...textProps(props)} />,
  html: HtmlControl,
  url: UrlControl,
  iri: IriControl,
  file: FileControl,
  framing: FramingControl,
  number: ({ onChange, ...props }) => (
    <TextField
      {...labelProps(props)}
      type="number"
      min={props.field.min}
      max={props.field.max}
      value={props.value ?? ''}
      onChange={(text) => onChange(text === '' ? null : Number(text))}
      onBlur={props.onBlur}
    />
  ),
  boolean: ({ label, hint, error, value, onChange }) => (
    <Checkbox
      {...{ label, hint, error }}
      checked={value === true}
      onChange={(checked) => onChange(checked, isChoice)}
    />
  ),
  choice: ({ field: { choices }, onChange, ...props }) => (
    <Select
      {...labelProps(props)}
      value={props.value ?? ''}
      options={[{ value: '', label: 'None' }, ...withCurrent(choices, props.value)]}
      onChange={(chosen) => onChange(chosen || null, isChoice)}
    />
  ),
  query: QueryControl,
}
