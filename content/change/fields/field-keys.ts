/** Keeps what belongs to the edited fields of resources in records, under a key of the resource and the property. */
import type { Iri } from '../../model/iri.ts'

type ByKey<Entry> = Readonly<Record<string, Entry>>

/** Returns the key of a property of a resource, such as `/component/titles/1 title`. */
export const fieldKey = (iri: Iri, property: string) => `${iri} ${property}`

const belongsTo = (iri: Iri, key: string) => key.startsWith(fieldKey(iri, ''))

/** Returns the entry of a property of any of these resources, or undefined. */
export const findField = <Entry>(fields: ByKey<Entry>, iris: readonly Iri[], property: string) =>
  iris.map((iri) => fields[fieldKey(iri, property)]).find((entry) => entry !== undefined)

/** Returns the entries of one resource. */
export const fieldsOf = <Entry>(fields: ByKey<Entry>, iri: Iri): ByKey<Entry> =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => belongsTo(iri, key)))

/** Returns the IRIs of the resources that have entries. */
export const irisOf = (fields: ByKey<unknown>): Iri[] => [
  ...new Set(Object.keys(fields).map((key) => key.slice(0, key.lastIndexOf(' ')))),
]

/** Returns the entries of one resource, by property. */
export const fieldsByProperty = <Entry>(fields: ByKey<Entry>, iri: Iri): Record<string, Entry> =>
  Object.fromEntries(
    Object.entries(fieldsOf(fields, iri)).map(([key, entry]) => [
      key.slice(fieldKey(iri, '').length),
      entry,
    ]),
  )

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
