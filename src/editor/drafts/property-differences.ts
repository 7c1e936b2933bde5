/** Compares a draft with what is live, property by property, in words that editors read. */
import { dequal } from 'dequal/lite'
import { type Field, isTextual } from '#content/model/field.ts'
import { isIriOf, routePath } from '#content/model/iri.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import type { Component } from '#content/model/resource.ts'
import { getOwn } from '#src/views/registry/registry.ts'
import { linesOf } from '../feedback/plain-text.ts'
import { variantLabels } from '../messages.ts'

/** A property whose value in the draft differs from the live one. Texts are compared word by word, pictures are shown, other values are named. */
export interface PropertyDifference {
  name: string
  label: string
  type: 'text' | 'picture' | 'value'
  /** The live value; '' for none. */
  before: string
  /** The value in the draft; '' for none. */
  after: string
}

/** Returns the properties of a draft that differ from the live version; all that have a value if there is none. */
export const propertyDifferences = (
  draft: Component,
  live: Component | undefined,
  kind: ComponentKind | undefined,
): PropertyDifference[] => [
  ...Object.entries(kind?.fields ?? {}).flatMap(([name, field]) =>
    isSame(draft, live, name, field) ? [] : [fieldDifference(name, field, draft, live)],
  ),
  ...variantDifferences(draft, live),
]

const isSame = (
  draft: Component,
  live: Component | undefined,
  name: string,
  { format }: Field,
): boolean =>
  format === 'file'
    ? fileOf(draft, name) === fileOf(live, name)
    : dequal(valueOf(draft, name), valueOf(live, name))

/** An empty text is stored as such or not at all. */
const valueOf = (resource: Component | undefined, name: string) => resource?.[name] || null

const fieldDifference = (
  name: string,
  field: Field,
  draft: Component,
  live: Component | undefined,
): PropertyDifference => {
  const { label, format } = field
  if (format === 'file')
    return { name, label, type: 'picture', before: fileOf(live, name), after: fileOf(draft, name) }
  if (isTextual(field)) {
    const textOf = (value: unknown) => linesOf({ value, isHtml: format === 'html' })
    return { name, label, type: 'text', before: textOf(live?.[name]), after: textOf(draft[name]) }
  }
  const nameOf = (resource: Component | undefined) => nameOfValue(field, resource?.[name])
  return { name, label, type: 'value', before: nameOf(live), after: nameOf(draft) }
}

/** Returns the URL of a file; '' if there is none. */
const fileOf = (resource: Component | undefined, name: string) =>
  getOwn(resource?._metadata.mediaObjects, name)?.[0]?.contentUrl ?? ''

const nameOfValue = (field: Field, value: unknown): string => {
  if (value === null || value === undefined || value === '') return ''
  if (field.format === 'boolean') return value === true ? 'Yes' : 'No'
  if (field.format === 'choice')
    return field.choices.find((choice) => choice.value === value)?.label ?? String(value)
  if (isIriOf('ROUTE', value)) return routePath(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns the differences of the look and of the style. */
const variantDifferences = (draft: Component, live: Component | undefined): PropertyDifference[] =>
  (['uiComponent', 'uiClassNames'] as const).flatMap((name): PropertyDifference[] => {
    const nameOf = (resource: Component | undefined) => [resource?.[name] ?? []].flat().join(', ')
    const [before, after] = [nameOf(live), nameOf(draft)]
    return before === after
      ? []
      : [{ name, label: variantLabels[name], type: 'value', before, after }]
  })
