/** Reads the fields of a component that is pasted. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type Field, referenceOf } from '../model/field.ts'
import { type Iri, isIriOf, routePath } from '../model/iri.ts'
import type { ComponentKind } from '../model/kind.ts'
import { isVariantProperty } from '../model/variant-properties.ts'
import { linkError } from '../links/address-input.ts'
import type { ComponentCopy } from './component-copy.ts'
import { type PasteContext, Refusal, fieldOf } from './paste-context.ts'

type Values = Pick<ComponentCopy, 'properties' | 'relations'>
type Entry = [name: string, value: unknown]

/** Returns the values of the fields, with relations apart, because a site may not have what they name. */
export const readPastedFields = (
  fields: Readonly<Record<string, unknown>>,
  kind: ComponentKind,
  context: PasteContext,
): Values => {
  const entries = Object.entries(fields).filter(([, value]) => value !== null)
  const isRelation = ([name]: Entry) => referenceOf(fieldOf(kind, name)) === 'iri'
  const variants = entries.filter(([name]) => isVariantProperty(name))
  const values = entries.filter((entry) => !variants.includes(entry) && !isRelation(entry))
  const properties = Object.fromEntries([
    ...variants.filter((variant) => context.isSameSite || isOffered(variant, kind)),
    ...values.flatMap((entry) => readValue(entry, kind, context)),
  ])
  const relations = entries.filter(isRelation)
  if (context.isSameSite)
    return { properties, relations: Object.fromEntries(relations.map((one) => readIri(one, kind))) }
  return {
    properties: { ...addressesOf(relations, properties, kind, context), ...properties },
    relations: {},
  }
}

/** True for a variant that the kind has on this site, too. */
const isOffered = ([name, value]: Entry, { uiVariants = [], styles = [] }: ComponentKind) =>
  name === 'uiComponent'
    ? uiVariants.some((variant) => variant.name === value)
    : Array.isArray(value) &&
      value.every((className) => styles.some((style) => style.className === className))

const readValue = ([name, value]: Entry, kind: ComponentKind, context: PasteContext): Entry[] => {
  const field = fieldOf(kind, name)
  if (!field || !('schema' in field))
    throw new Refusal(`“${kind.label}” has no “${name}” on this site.`)
  if ('choices' in field && !context.isSameSite && !isChoice(field, value)) {
    context.noteMissing(field.label)
    return []
  }
  const local = context.isSameSite ? value : withOrigin(value, field, context.origin)
  const problem = problemOf(local, field)
  if (problem !== null) throw new Refusal(`${field.label}: ${problem}`)
  return [[name, local]]
}

const isChoice = ({ choices }: Field<'choice'>, value: unknown) =>
  choices.some((choice) => choice.value === value)

type FieldWithSchema = Extract<Field, { schema: StandardSchemaV1 }>

/** Returns the first message about a value, or null. Schemas of kinds are synchronous. */
const problemOf = (value: unknown, field: FieldWithSchema) => {
  if (referenceOf(field) === 'path') {
    const problem = linkError(String(value))
    if (problem !== null) return problem
  }
  const result = field.schema['~standard'].validate(value)
  if (result instanceof Promise) return null
  return result.issues?.[0]?.message ?? null
}

/** Returns a value with addresses of the site on which it was copied, in place of paths there. */
const withOrigin = (value: unknown, field: Field, origin: string) => {
  if (typeof value !== 'string') return value
  const reference = referenceOf(field)
  if (reference === 'path') return value.replace(/^\/(?!\/)/, `${origin}/`)
  return reference === 'links'
    ? value.replaceAll(versions, '$1').replaceAll(pathInHtml, `$1${origin}/`)
    : value
}

const pathInHtml = /(<a\b[^<>]*\shref="|<img\b[^<>]*\ssrc=")\/(?!\/)/gi
/** The other versions of a picture, whose addresses are paths as well. */
const versions = /(<img\b[^<>]*?)\ssrcset="[^"]*"/gi

const readIri = ([name, value]: Entry, kind: ComponentKind): [string, Iri] => {
  const field = fieldOf(kind, name)
  const type = field && 'to' in field ? field.to : undefined
  if (typeof value !== 'string' || (type && !isIriOf(type, value)))
    throw new Refusal(`${field?.label}: this is not on this site.`)
  return [name, value]
}

/** Returns the addresses of linked pages of another site, in a field for addresses that is empty. */
const addressesOf = (
  relations: readonly Entry[],
  properties: Readonly<Record<string, unknown>>,
  kind: ComponentKind,
  { origin, noteMissing }: PasteContext,
) => {
  const [address] =
    Object.entries(kind.fields).find(([, field]) => referenceOf(field) === 'path') ?? []
  return Object.fromEntries(
    relations.flatMap(([name, value]): Entry[] => {
      if (address && isIriOf('ROUTE', value))
        return properties[address] === undefined ? [[address, origin + routePath(value)]] : []
      noteMissing(fieldOf(kind, name)?.label ?? name)
      return []
    }),
  )
}
