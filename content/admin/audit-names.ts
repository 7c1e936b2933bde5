/** The names by which people know what an entry of the audit log is about, in place of IRIs. */
import { type Iri, type IriType, iriTypeOf } from '../model/iri.ts'
import { parseJson } from '../parse-json.ts'
import type { AuditEntry, AuditedChange } from './audit-entry.ts'

/** The properties that name a resource, the best first. */
const nameProperties = [
  'reference',
  'title',
  'label',
  'path',
  'username',
  'name',
  'filename',
  'file',
  'key',
  'alt',
  'text',
  'html',
] as const

const maxNameLength = 80

/** Returns a text without the tags of HTML and the IRI at which the name of a section ends, on one line and cut. */
const cutName = (text: string) => {
  const line = text
    .replace(/_\/(_|component)\/\S+$/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength).trimEnd()}…` : line
}

const isIri = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(_|component|page_data|users)\/[^\s"]+$/.test(value)

/** Returns the name in the values of a resource; null for none. */
export const nameIn = (values: Readonly<Record<string, unknown>>): string | null => {
  for (const property of nameProperties) {
    const value = values[property]
    const name = typeof value === 'string' && !isIri(value) ? cutName(value) : ''
    if (name !== '') return name
  }
  return null
}

/** Returns the IRIs that a logged value consists of; null for another value. */
export const irisOfValue = (value: string | null): readonly Iri[] | null => {
  if (value?.startsWith('["/')) return irisOfList(value)
  return isIri(value) ? [value] : null
}

const irisOfList = (value: string) => {
  const list = parseJson(value)
  return Array.isArray(list) && list.every(isIri) ? list : null
}

/** Returns the IRIs in an entry: of what was changed, and in its values. */
export const irisIn = ({ resource, changes }: Pick<AuditEntry, 'resource' | 'changes'>) => [
  ...(resource === null ? [] : [resource]),
  ...changes.flatMap(({ before, after }) => [
    ...(irisOfValue(before) ?? []),
    ...(irisOfValue(after) ?? []),
  ]),
]

const valuesOf = (changes: readonly AuditedChange[], side: 'before' | 'after') =>
  Object.fromEntries(changes.map((change) => [change.property, change[side]]))

/** Returns the name that something had before a change; null for none. */
export const nameBefore = (changes: readonly AuditedChange[]) => nameIn(valuesOf(changes, 'before'))

/** Returns the name of what was changed, as it is now; of what is deleted, as the entry itself has it; null for none. */
export const nameOfChanged = ({ resource, names, changes }: AuditEntry) =>
  (resource === null ? null : names[resource]) ??
  nameIn(valuesOf(changes, 'after')) ??
  nameBefore(changes)

/** The words for what has no name as a rule. */
const namelessTypes: Partial<Record<IriType, string>> = {
  COMPONENT: 'a component without a name',
  COMPONENT_GROUP: 'a section without a name',
  COMPONENT_POSITION: 'a position',
}

const namelessOf = (iri: Iri) => {
  const type = iriTypeOf(iri)
  return (type && namelessTypes[type]) ?? 'something without a name'
}

/** Returns a logged value for people: the names of the resources that it refers to. */
export const shownValue = ({ names }: Pick<AuditEntry, 'names'>, value: string) => {
  const iris = irisOfValue(value)
  return iris === null ? value : iris.map((iri) => names[iri] ?? namelessOf(iri)).join(', ')
}
