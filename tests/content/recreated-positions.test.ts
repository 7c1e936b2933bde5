import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Step } from '#content/change/types.ts'
import { formerResources, withRecreated } from '#content/change/undo/recreated-positions.ts'
import { createReader } from '#content/model/resource.ts'
import type { Iri } from '#content/model/iri.ts'

const group = '/_/component_groups/1'
const component = '/component/titles/1'
const positionOf = (number: number): Iri<'COMPONENT_POSITION'> => `/_/component_positions/${number}`

const read = createReader((iri) =>
  iri.startsWith('/_/component_positions/') || iri === component
    ? ({ '@id': iri, '@type': 'Title', component, _metadata: {} } as never)
    : undefined,
)

/** Returns the steps that recreate positions, from the last to the first, each with its index among those that are left. */
const recreation = (order: readonly Iri[], deleted: ReadonlySet<Iri>): Step[] =>
  order
    .filter((iri) => deleted.has(iri))
    .toReversed()
    .map((iri) => {
      const index = order.slice(0, order.indexOf(iri)).filter((other) => !deleted.has(other)).length
      return {
        method: 'POST',
        iri: '/component/titles',
        creates: { iri: component, position: iri },
        sortIndex: { group, index },
      }
    })

test('what was deleted is shown again in its order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.array(fc.nat(11)), (count, numbers) => {
      const order = Array.from({ length: count }, (_, at) => positionOf(at))
      const deleted = new Set<Iri>(numbers.map(positionOf).filter((iri) => order.includes(iri)))
      const left = order.filter((iri) => !deleted.has(iri))
      const steps = recreation(order, deleted)
      expect(withRecreated(left, group, steps, read)).toEqual(order)
      expect(withRecreated(order, group, steps, read)).toEqual(order)
      expect(withRecreated(left, '/_/component_groups/2', steps, read)).toBe(left)
    }),
  )
})

test('what is not known is not shown', () => {
  const steps = recreation([positionOf(1)], new Set([positionOf(1)]))
  expect(
    withRecreated(
      [],
      group,
      steps,
      createReader(() => undefined),
    ),
  ).toEqual([])
  expect(formerResources(steps, read).map((resource) => resource['@id'])).toEqual([
    component,
    positionOf(1),
  ])
})
