/** What a form asks for, and how the API tells a client to draw it. */
import type { StandardSchema } from '../model/kind.ts'

export interface Choice {
  value: string
  label: string
}

interface FieldBase {
  label?: string
  help?: string
  /** What to say when nothing was filled in; without it the field may stay empty. */
  required?: string
  disabled?: boolean
  /** Attributes for the element it is drawn as. */
  attr?: Record<string, string>
}

export interface TextField extends FieldBase {
  type: 'text' | 'email' | 'textarea' | 'password' | 'hidden'
  placeholder?: string
  /** Applied to what was filled in; the first that refuses it says why. */
  checks?: readonly StandardSchema[]
}

/** The same thing twice, so that a slip of the finger is noticed. */
export interface RepeatedField extends FieldBase {
  type: 'repeated'
  of: TextField
  /** The second half's label. */
  repeatLabel: string
  /** What to say when the halves differ. */
  mismatch: string
}

export interface ChoiceField extends FieldBase {
  type: 'select' | 'radio' | 'checkboxes' | 'multi-select'
  choices: readonly Choice[]
  placeholder?: string
}

export interface CheckboxField extends FieldBase {
  type: 'checkbox'
}

/** Several fields under one name. */
export interface GroupField extends FieldBase {
  type: 'group'
  fields: Record<string, Field>
}

/** Any number of the same: of texts, or of groups. */
export interface ListField extends FieldBase {
  type: 'list'
  entry: TextField | GroupField
  allowAdd?: boolean
  allowDelete?: boolean
}

export interface SubmitField extends FieldBase {
  type: 'submit'
}

export type Field =
  TextField | RepeatedField | ChoiceField | CheckboxField | GroupField | ListField | SubmitField

export interface FormType {
  /** Its `formType` id, and the name under which its values are sent. */
  name: string
  fields: Record<string, Field>
  /** Only shown here; it is sent somewhere else. */
  apiDisabled?: boolean
  /** Not to be checked while it is being filled in. */
  realtimeValidateDisabled?: boolean
  /** Where a web server in between sends it on to. */
  postAppProxy?: string
}

/** Keeps a literal's own types while checking it. */
export const defineForm = <const Form extends FormType>(form: Form) => form

export interface FormVars {
  id: string
  name: string
  full_name: string
  unique_block_prefix: string
  block_prefixes: string[]
  attr: Record<string, string>
  label?: string
  label_attr: Record<string, string>
  help?: string
  required: boolean
  disabled: boolean
  submitted: boolean
  valid: boolean
  errors: string[]
  value?: unknown
  checked?: boolean
  multiple?: boolean
  expanded?: boolean
  placeholder?: string
  choices?: { value: string; label: string; attr: Record<string, string> }[]
  preferred_choices?: never[]
  allow_add?: boolean
  allow_delete?: boolean
  /** Where the whole form is sent; the root's alone, like what follows. */
  action?: string
  method?: 'POST'
  api_disabled?: boolean
  realtime_validate_disabled?: boolean
  post_app_proxy?: string
}

export interface FormView {
  vars: FormVars
  children: FormView[]
  /** What a new entry of a list looks like, `__name__` standing for its number. */
  prototype?: FormView
  rendered: false
  methodRendered: false
}
