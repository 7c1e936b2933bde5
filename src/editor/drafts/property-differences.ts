/** Compares a draft with what is live, property by property, in words that editors read. */
import { dequal } from 'dequal/lite'
import { type Comparison, type Field, comparisonOf, isHtml } from '#content/model/field.ts'
import { isIriOf, routePath } from '#content/model/iri.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import type { Component } from '#content/model/resource.ts'
import { framingOf } from '#content/pictures/framing.ts'
import { variantProperties } from '#content/model/variant-properties.ts'
import { getOwn } from '#src/views/registry/registry.ts'
import { linesOf } from '../feedback/plain-text.ts'
import { framingLabel } from '../framing/framing-label.ts'
import { variantLabels } from '../messages.ts'

/** A property that differs from the live version. Texts are compared word by word, images are shown, other values are named. */
export interface PropertyDifference {
  name: string
  label: string
  comparison: Comparison
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
    isSame(valueOf(draft, name, field), valueOf(live, name, field))
      ? []
      : [fieldDifference(name, field, draft, live)],
  ),
  ...variantDifferences(draft, live),
]

/** Compares two values. An empty one is stored as such or not at all. */
const isSame = (one: unknown, other: unknown) => dequal(one || null, other || null)

/** Returns the value of a field; of a file its URL, which is in the metadata. */
const valueOf = (resource: Component | undefined, name: string, field: Field): unknown => {
  if (comparisonOf(field) === 'image')
    return getOwn(resource?._metadata.mediaObjects, name)?.[0]?.contentUrl
  return field.format === 'altText' && resource?.[name] === '' ? 'Decorative' : resource?.[name]
}

const nameOfValue = (value: unknown, field: Field): string => {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const choices = 'choices' in field ? field.choices : []
  const choice = choices.find((other) => other.value === value)
  if (choice) return choice.label
  if (field.format === 'framing') return framingLabel(framingOf(value))
  if (isIriOf('ROUTE', value)) return routePath(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Return a value as it is shown, by how it is compared; '' if there is none. */
const readableValues: Record<Comparison, (value: unknown, field: Field) => string> = {
  text: (value, field) => linesOf({ value, isHtml: isHtml(field) }),
  image: (value) => String(value ?? ''),
  value: nameOfValue,
}

/** Returns a value of a field as it is shown: of an image its URL; '' if there is none. */
export const readableValueOf = (value: unknown, field: Field) =>
  readableValues[comparisonOf(field)](value, field)

const fieldDifference = (
  name: string,
  field: Field,
  draft: Component,
  live: Component | undefined,
): PropertyDifference => {
  const comparison = comparisonOf(field)
  const textOf = (resource: Component | undefined) =>
    readableValueOf(valueOf(resource, name, field), field)
  return { name, label: field.label, comparison, before: textOf(live), after: textOf(draft) }
}

/** Returns the differences of the look and of the style. */
const variantDifferences = (draft: Component, live: Component | undefined): PropertyDifference[] =>
  variantProperties.flatMap((name): PropertyDifference[] => {
    const nameOf = (resource: Component | undefined) => [resource?.[name] ?? []].flat().join(', ')
    const [before, after] = [nameOf(live), nameOf(draft)]
    return before === after
      ? []
      : [{ name, label: variantLabels[name], comparison: 'value', before, after }]
  })
