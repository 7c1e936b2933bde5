/** What a resource's presentation is made from, and its simplest parts. */
import type { Iri } from '#content/iri.ts'
import type { Access } from './access.ts'
import type { Facts, Row } from './facts.ts'
import type { Shape, Shapes } from './shapes.ts'
import type { View } from './view.ts'

export interface Context {
  access: Access
  facts: Facts
  shapes: Shapes
  shape: Shape
  row: Row
  view: View
}

export const first = (facts: Facts, iri: Iri, property: string): Iri | undefined =>
  facts.out(iri, property)[0]?.to

/** The first that this caller may know of, of what a property of this resource points at. */
export const knownFirst = (context: Context, property: string): Iri | undefined =>
  context.facts
    .out(context.row.iri, property)
    .map(({ to }) => to)
    .find(isKnown(context))

/** Whether whoever this is presented to may know of an IRI (api, section 11.1). */
export const isKnown =
  ({ access, facts, view }: Pick<Context, 'access' | 'facts' | 'view'>) =>
  (iri: Iri) =>
    access.mayKnow(facts, iri, view)

/** Values and relations as they are stored: what rules over more than one property look at. */
export const ownData = (facts: Facts, shape: Shape, row: Row): Record<string, unknown> => {
  const data = { ...row.data }
  for (const [name, property] of Object.entries(shape.properties)) {
    if (property.is === 'one') data[name] = first(facts, row.iri, name)
  }
  return data
}

/** The same, without relations to what this caller may not know of. */
export const knownData = (context: Context): Record<string, unknown> => {
  const data = { ...context.row.data }
  for (const [name, property] of Object.entries(context.shape.properties)) {
    if (property.is === 'one') data[name] = knownFirst(context, name)
  }
  return data
}
