/** Resources that a test makes up, and a function that reads them. */
import { type ReadResource, type Resource, createReader } from '#content/model/resource.ts'

/** Returns a resource with as little as possible besides what is given. */
export const resource = (iri: string, more: Record<string, unknown>): Resource => ({
  '@id': iri,
  '@type': 'Any',
  _metadata: {},
  ...more,
})

/** Returns the function that reads these resources, and no others. */
export const readerOf = (resources: readonly Resource[]): ReadResource => {
  const byIri = new Map(resources.map((each) => [each['@id'], each]))
  return createReader((iri) => byIri.get(iri))
}
