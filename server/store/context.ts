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

/** Values and relations as they are stored: what rules over more than one property look at. */
export const ownData = (facts: Facts, shape: Shape, row: Row): Record<string, unknown> => {
  const data = { ...row.data }
  for (const [name, property] of Object.entries(shape.properties)) {
    if (property.is === 'one') data[name] = first(facts, row.iri, name)
  }
  return data
}
