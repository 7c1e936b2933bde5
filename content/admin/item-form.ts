/** An item of the admin area as a form: its fields, what is typed into them, and what of that is sent to the API. */
import type { Iri } from '../model/iri.ts'
import type { Violation } from '../model/resource.ts'
import { publicationOf, scheduledTime } from './item-publication.ts'
import {
  type ItemFieldFormat,
  type ItemValue,
  cleanValue,
  enteredValue,
  localTime,
  storedProperties,
  valueProblem,
} from './item-values.ts'
import type { ItemVersion } from './item-version.ts'

/** The entered values that are not saved, by the names of their fields. */
export type ItemDraft = Readonly<Record<string, ItemValue>>

export interface Option {
  value: string
  label: string
}

/** The things that are searched for a choice of one among many: `parents` are pages and page data that have a route. */
export type ChoiceSource = 'parents' | 'pages' | 'layouts' | 'templates'

/** The options that a search has found first, and the number of all that match. */
export interface FoundChoices {
  options: readonly Option[]
  total: number
}

/** The number of options that a search shows. */
export const choicesShown = 20

type FieldGroup = 'Content' | 'Search engines and sharing' | 'Layout and design'

export interface ItemField {
  /** The property; of a component of page data, after the property that refers to it: `htmlContent.html`. */
  name: string
  label: string
  /** `publication` and its time are those of the components. They are stored with these, not with the item. */
  format: ItemFieldFormat | 'publication' | 'publicationTime'
  /** The property that refers to the component, for a value of that. */
  part?: string
  hint?: string
  /** The heading of the fields that it is shown with. */
  group?: FieldGroup
  /** The options of a value that is chosen. */
  options?: readonly Option[]
  /** Set where the options are searched. Its `options` are that of choosing nothing, unless one is required, and the stored one. */
  search?: ChoiceSource
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
  /** Set for the name of an item and the choice beside it, which are changed in the header of a stored item, and saved at once. */
  header?: 'name' | 'choice'
}

/** A component that belongs to page data. */
export interface PartType {
  endpoint: Iri
  isPublishable: boolean
}

/** An item as a form: its fields, and the version that they are of. */
export interface ItemForm {
  fields: readonly ItemField[]
  /** The components that are edited with it, by the properties that refer to them. */
  parts?: Readonly<Record<string, PartType>>
  /** True for a page or an item of data, where the API copies those. */
  isCopyable?: boolean
  /** Null for an item that is added. */
  version: ItemVersion | null
}

/** Returns the name of a field's property in the resource that has it. */
export const propertyOf = ({ name, part }: ItemField) =>
  part === undefined ? name : name.slice(part.length + 1)

const storedIn = (version: ItemVersion, field: ItemField): ItemValue => {
  if (field.format === 'publication') return publicationOf(version)
  if (field.format === 'publicationTime') return localTime(scheduledTime(version))
  const source = field.part === undefined ? version : version.parts?.[field.part]
  return source
    ? enteredValue(source.resource, propertyOf(field), field.format)
    : initialValue(field)
}

const initialValue = ({ format, initial = format === 'toggle' ? false : '' }: ItemField) => initial

/** Returns the value that a field has in a version; for a new item, the one that it begins with. */
export const savedValue = ({ version }: Pick<ItemForm, 'version'>, field: ItemField): ItemValue =>
  version ? storedIn(version, field) : initialValue(field)

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
  const value = String(valueNamed(form, draft, optionsBy.field))
  return Object.hasOwn(optionsBy.options, value) ? optionsBy.options[value]! : []
}

/** Returns the fields that are shown. */
export const shownFields = (form: ItemForm, draft: ItemDraft) =>
  form.fields.filter((field) => {
    const { optionsBy, shownWith } = field
    if (shownWith && valueNamed(form, draft, shownWith.field) !== shownWith.value) return false
    return !optionsBy || optionsOf(form, draft, field).length > 0
  })

/** Returns the fields that are shown below the header: those of a stored item that are in it are left out. */
export const formFields = (
  form: ItemForm,
  draft: ItemDraft,
  { isHeaderShown }: { isHeaderShown: boolean },
) =>
  shownFields(form, draft).filter(
    ({ header }) => header === undefined || form.version === null || !isHeaderShown,
  )

/** Returns the field of a stored item that is in its header, or null. */
export const headerField = (form: ItemForm, place: NonNullable<ItemField['header']>) =>
  (form.version && form.fields.find(({ header }) => header === place)) ?? null

/** Returns the fields that are shown in their groups, which have headings where there are any. */
export const groupedFields = (shown: readonly ItemField[]) => {
  const groups: { group: FieldGroup | null; fields: ItemField[] }[] = []
  for (const field of shown) {
    const group = field.group ?? null
    const last = groups.at(-1)
    if (last?.group === group) last.fields.push(field)
    else groups.push({ group, fields: [field] })
  }
  return groups
}

/** Returns the value of the field with a name; '' where there is none. */
export const valueNamed = (form: ItemForm, draft: ItemDraft, name: string): ItemValue => {
  const field = form.fields.find((one) => one.name === name)
  return field ? shownValue(form, draft, field) : ''
}

/** True if something else is entered than what is stored. */
export const isChanged = (form: ItemForm, draft: ItemDraft, field: ItemField) =>
  draft[field.name] !== undefined &&
  clean(field, draft[field.name]!) !== clean(field, savedValue(form, field))

const clean = ({ format }: ItemField, value: ItemValue) =>
  cleanValue(isVirtual(format) ? 'text' : format, value)

/** True for an entered value of a stored item that is valid and differs from the stored one. */
export const isSubmittable = (form: ItemForm, draft: ItemDraft, name: string) => {
  const field = form.fields.find((one) => one.name === name)
  return (
    form.version !== null &&
    field !== undefined &&
    isChanged(form, draft, field) &&
    errorsIn(form, draft)[name] === undefined
  )
}

/** Returns what of a draft differs from what is stored. */
export const changesIn = (form: ItemForm, draft: ItemDraft): ItemDraft =>
  Object.fromEntries(
    form.fields
      .filter((field) => isChanged(form, draft, field))
      .map(({ name }) => [name, draft[name]!]),
  )

/** Returns what is entered, or the messages about it, without those of one field. */
export const withoutValue = <Value>(
  values: Readonly<Record<string, Value>>,
  name: string,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))

/** True if something is entered that is not saved. */
export const hasChanges = (form: ItemForm, draft: ItemDraft) =>
  form.fields.some((field) => isChanged(form, draft, field))

const isVirtual = (format: ItemField['format']): format is 'publication' | 'publicationTime' =>
  format === 'publication' || format === 'publicationTime'

/** Returns what of the given fields is saved: of something new all values that there are, otherwise what differs. */
export const storedValuesOf = (
  form: ItemForm,
  draft: ItemDraft,
  { fields, isNew }: { fields: readonly ItemField[]; isNew: boolean },
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields
      .filter((field) => isNew || isChanged(form, draft, field))
      .flatMap((field) =>
        isVirtual(field.format)
          ? []
          : Object.entries(
              storedProperties(propertyOf(field), field.format, shownValue(form, draft, field)),
            ),
      )
      .filter(([, value]) => !isNew || value !== null),
  )

/**
 * Returns the body of the request that saves a draft: of an item that is added all values that there are, of another what
 * differs from its version. Those of its components are in requests of their own.
 */
export const bodyOf = (form: ItemForm, draft: ItemDraft) =>
  storedValuesOf(form, draft, {
    fields: shownFields(form, draft).filter(
      ({ repeats, part }) => repeats === undefined && part === undefined,
    ),
    isNew: form.version === null,
  })

/** The messages about values, by the names of their fields. */
export type ItemErrors = Readonly<Record<string, string>>

/** Returns what has to be corrected before a draft can be saved. */
export const errorsIn = (form: ItemForm, draft: ItemDraft): ItemErrors =>
  Object.fromEntries(
    shownFields(form, draft).flatMap((field) => {
      const value = shownValue(form, draft, field)
      const repeated = field.repeats ? (draft[field.repeats] ?? '') : value
      if (repeated !== value) return [[field.name, 'The two passwords are not the same.']]
      if (field.required && clean(field, value) === '') return [[field.name, field.required]]
      const problem = problemOf(field, value)
      return problem === null ? [] : [[field.name, problem]]
    }),
  )

const problemOf = ({ format }: ItemField, value: ItemValue) => {
  if (format === 'publication') return null
  return valueProblem(format === 'publicationTime' ? 'dateTime' : format, value)
}

/** Returns the name of the field of a property: the parent is in one of two. */
const fieldAt = (propertyPath: string) =>
  /^parentPage(Data)?$/.test(propertyPath) ? 'parent' : propertyPath

/**
 * Returns messages of the API with the labels of fields in place of the names of their properties.
 */
export const labeledViolations = (
  fields: readonly ItemField[],
  violations: readonly Violation[],
): Violation[] =>
  violations.map((violation) => {
    const name = fieldAt(violation.propertyPath)
    const field = fields.find((one) => one.name === name)
    return field ? { ...violation, propertyPath: field.label } : violation
  })

/** Returns the messages of the API about single values; of several about one, the first. */
export const errorsOf = (violations: readonly Violation[]): ItemErrors =>
  Object.fromEntries(
    violations.toReversed().map(({ propertyPath, message }) => [fieldAt(propertyPath), message]),
  )

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
