/** Keeps what belongs to the edited fields of resources in records, under a key of the resource and the property. */
import type { Iri } from '../../model/iri.ts'

type ByKey<Entry> = Readonly<Record<string, Entry>>

/** A property of a resource. An edit of the live version itself is another one than that of its draft. */
interface FieldId {
  iri: Iri
  property: string
  isLive?: boolean
}

/** Begins the property of an edit of the live version. */
const livePrefix = 'live:'

/** Returns the key of a property of a resource, such as `/component/titles/1 title`. */
export const fieldKey = ({ iri, property, isLive = false }: FieldId) =>
  `${iri} ${isLive ? livePrefix : ''}${property}`

const belongsTo = (iri: Iri, key: string) => key.startsWith(`${iri} `)

/** Returns the entry of a property of any of these resources, or undefined. */
export const findField = <Entry>(
  fields: ByKey<Entry>,
  iris: readonly Iri[],
  field: Omit<FieldId, 'iri'>,
) => iris.map((iri) => fields[fieldKey({ ...field, iri })]).find((entry) => entry !== undefined)

/** Returns the entries of one resource. */
export const fieldsOf = <Entry>(fields: ByKey<Entry>, iri: Iri): ByKey<Entry> =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => belongsTo(iri, key)))

/** Returns the IRIs of the resources that have entries. */
export const irisOf = (fields: ByKey<unknown>): Iri[] => [
  ...new Set(Object.keys(fields).map((key) => key.slice(0, key.lastIndexOf(' ')))),
]

/** Returns the entries of one resource, by property: the edits of its live version, or all others. */
export const fieldsByProperty = <Entry>(
  fields: ByKey<Entry>,
  iri: Iri,
  isLive: boolean,
): Record<string, Entry> => {
  const start = fieldKey({ iri, property: '', isLive })
  const isOther = (key: string) => !isLive && key.startsWith(start + livePrefix)
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => key.startsWith(start) && !isOther(key))
      .map(([key, entry]) => [key.slice(start.length), entry]),
  )
}

/** Returns the entries of all other resources. */
export const withoutFieldsOf = <Entry>(fields: ByKey<Entry>, iri: Iri): ByKey<Entry> =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !belongsTo(iri, key)))

/**
 * Returns the entries with those of the resource `from` under the IRI `to`. An entry keeps its key where the draft and
 * the live version have both been edited, so that neither is lost.
 */
export const withReplacedIri = <Entry>(fields: ByKey<Entry>, from: Iri, to: Iri): ByKey<Entry> => ({
  ...withoutFieldsOf(fields, from),
  ...Object.fromEntries(
    Object.entries(fieldsOf(fields, from)).map(([key, entry]) => {
      const replaced = key.replace(from, to)
      return [replaced in fields ? key : replaced, entry]
    }),
  ),
})
