/** An item of the admin area as a form: its fields, what is typed into them, and what of that is sent to the API. */
import { dequal } from 'dequal/lite'
import type { Violation, Resource } from '../model/resource.ts'
import { highestRoleIn } from './roles.ts'
import { textIn } from '../model/text-in.ts'

/** A value as it is entered. */
export type ItemValue = string | boolean

/** The entered values that are not saved, by the names of their fields. */
export type ItemDraft = Readonly<Record<string, ItemValue>>

export interface Option {
  value: string
  label: string
}

/**
 * The way in which a value is entered and stored. `yesOrNo` is a boolean that is chosen by words, `toggle` one that is checked, `role` the
 * highest of the roles of an account, `styles` the class name in a list of one, and `password` is never read.
 */
type ItemFieldFormat =
  'text' | 'longText' | 'email' | 'password' | 'choice' | 'yesOrNo' | 'toggle' | 'role' | 'styles'

export interface ItemField {
  name: string
  label: string
  format: ItemFieldFormat
  hint?: string
  /** The options of a value that is chosen. */
  options?: readonly Option[]
  /** The options by the value of another field, which decides. The field is left out where there are none. */
  optionsBy?: { field: string; options: Readonly<Record<string, readonly Option[]>> }
  /** The value of another field with which this one is shown. Without it, it always is. */
  shownWith?: { field: string; value: ItemValue }
  /** The message where the value is missing. */
  required?: string
  /** The number of characters that search engines show. */
  recommendedLength?: number
  /** The value of a new item. */
  initial?: ItemValue
  /** The field whose value has to be entered again here. */
  repeats?: string
}

/** A resource as it was read, with the ETag of that version. */
export interface ItemVersion {
  resource: Resource
  etag: string | undefined
}

/** The parts of the form of an item. */
export interface ItemForm {
  fields: readonly ItemField[]
  /** Null for an item that is added. */
  version: ItemVersion | null
}

const storedValue = (resource: Resource, { name, format }: ItemField): ItemValue => {
  const value = resource[name]
  switch (format) {
    case 'toggle':
      return value === true
    case 'yesOrNo':
      return String(value === true)
    case 'role':
      return highestRoleIn(value)
    case 'styles':
      return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : ''
    case 'password':
      return ''
    default:
      return textIn(resource, name)
  }
}

const initialValue = ({ format, initial = format === 'toggle' ? false : '' }: ItemField) => initial

/**
 * Returns the value that a field has in a version; for a new item, the one that it begins with.
 * @internal Exported for tests.
 */
export const savedValue = ({ version }: Pick<ItemForm, 'version'>, field: ItemField): ItemValue =>
  version ? storedValue(version.resource, field) : initialValue(field)

/** Returns the value that a field shows. */
export const shownValue = (form: ItemForm, draft: ItemDraft, field: ItemField): ItemValue =>
  draft[field.name] ?? savedValue(form, field)

/** Returns the options of a field whose value is chosen; none of one that is left out. */
export const optionsOf = (
  form: ItemForm,
  draft: ItemDraft,
  field: ItemField,
): readonly Option[] => {
  const { optionsBy, options = [] } = field
  if (!optionsBy) return options
  const value = String(valueOf(form, draft, optionsBy.field))
  return Object.hasOwn(optionsBy.options, value) ? optionsBy.options[value]! : []
}

/** Returns the fields that are shown. */
export const shownFields = (form: ItemForm, draft: ItemDraft) =>
  form.fields.filter((field) => {
    const { optionsBy, shownWith } = field
    if (shownWith && valueOf(form, draft, shownWith.field) !== shownWith.value) return false
    return !optionsBy || optionsOf(form, draft, field).length > 0
  })

/** Returns the value of the field with a name; '' where there is none. */
const valueOf = (form: ItemForm, draft: ItemDraft, name: string): ItemValue => {
  const field = form.fields.find((one) => one.name === name)
  return field ? shownValue(form, draft, field) : ''
}

const isChanged = (form: ItemForm, draft: ItemDraft, field: ItemField) =>
  draft[field.name] !== undefined &&
  clean(field, draft[field.name]!) !== clean(field, savedValue(form, field))

/** Passwords may begin and end with spaces. */
const clean = ({ format }: ItemField, value: ItemValue) =>
  typeof value === 'string' && format !== 'password' ? value.trim() : value

/** True if something is entered that is not saved. */
export const hasChanges = (form: ItemForm, draft: ItemDraft) =>
  form.fields.some((field) => isChanged(form, draft, field))

const toStored = (field: ItemField, value: ItemValue): unknown => {
  const cleaned = clean(field, value)
  if (field.format === 'yesOrNo') return cleaned === 'true'
  if (field.format === 'role') return [cleaned]
  if (cleaned === '') return null
  return field.format === 'styles' ? [cleaned] : cleaned
}

/**
 * Returns the body of the request that saves a draft: of an item that is added all values that there are, of another what
 * differs from its version.
 */
export const bodyOf = (form: ItemForm, draft: ItemDraft): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    shownFields(form, draft)
      .filter((field) => !field.repeats && (isChanged(form, draft, field) || !form.version))
      .map((field) => [field.name, toStored(field, shownValue(form, draft, field))] as const)
      .filter(([, value]) => form.version || value !== null),
  )

/** The messages about values, by the names of their fields. */
export type ItemErrors = Readonly<Record<string, string>>

/** Returns what has to be corrected before a draft can be saved. */
export const errorsIn = (form: ItemForm, draft: ItemDraft): ItemErrors =>
  Object.fromEntries(
    shownFields(form, draft).flatMap((field) => {
      const value = shownValue(form, draft, field)
      const repeated = field.repeats ? (draft[field.repeats] ?? '') : value
      if (repeated !== value) return [[field.name, 'The two passwords are not the same.']]
      return field.required && clean(field, value) === '' ? [[field.name, field.required]] : []
    }),
  )

/** Returns the messages of the API about single values; of several about one, the first. */
export const errorsOf = (violations: readonly Violation[]): ItemErrors =>
  Object.fromEntries(
    violations.toReversed().map(({ propertyPath, message }) => [propertyPath, message]),
  )

/** A value that somebody else has changed, too. */
export interface ItemConflict {
  field: ItemField
  mine: ItemValue
  theirs: ItemValue
}

/** Returns the values that are changed in a draft and, since the version that it was made of, by somebody else to another. */
export const conflictsOf = (before: ItemForm, draft: ItemDraft, theirs: ItemForm): ItemConflict[] =>
  theirs.fields.flatMap((field) => {
    if (!isChanged(before, draft, field) || !isChanged(theirs, draft, field)) return []
    const value = savedValue(theirs, field)
    if (dequal(value, savedValue(before, field))) return []
    return [{ field, mine: draft[field.name]!, theirs: value }]
  })

/**
 * Returns what of a draft is still unsaved once `sent` of it was sent: what was changed since then, and what is `left` of what
 * was sent.
 */
export const stillUnsaved = (
  draft: ItemDraft,
  { sent, left }: { sent: ItemDraft; left: ItemDraft },
): ItemDraft =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => value !== sent[name] || Object.hasOwn(left, name),
    ),
  )
