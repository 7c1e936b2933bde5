import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyIdentityMap, resolveStep } from '#content/change/undo/identity-map.ts'
import { recreationId } from '#content/change/undo/recreation-id.ts'
import type { Step } from '#content/change/types.ts'
import type { Iri } from '#content/model/iri.ts'

const titles = '/component/titles'
const deleted: Iri = `${titles}/01900000-0000-7000-8000-0000000000aa`

const ids = fc.uuid({ version: 7 })

test('is another UUID of version 7, of the same time', () => {
  fc.assert(
    fc.property(ids, (id) => {
      const next = recreationId(`${titles}/${id}`)!
      expect(next).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
      expect(next).not.toBe(id)
      expect(next.slice(0, 14)).toBe(id.slice(0, 14))
    }),
  )
})

test('differs for different resources, also for those whose last digits are counted', () => {
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      fc.pre(one !== other)
      expect(recreationId(`/a/${one}`)).not.toBe(recreationId(`/a/${other}`))
    }),
  )
  expect(recreationId(`/a/01900000-0000-7000-8000-000000000001`)).not.toBe(
    '01900000-0000-7000-8000-000000000002',
  )
})

test.each(['/component/titles/1', 'new:01900000-0000-7000-8000-0000000000aa', '/'] as Iri[])(
  'is not known of %s',
  (iri) => expect(recreationId(iri)).toBeUndefined(),
)

const step: Step = { method: 'POST', iri: titles, id: 'random', creates: { iri: deleted } }
const resolve = (sent: Step, identities = emptyIdentityMap) =>
  resolveStep(sent, identities, emptyIdentityMap)

test('is sent by whoever recreates a resource', () => {
  expect(resolve(step).id).toBe(recreationId(deleted))
})

test('is derived from what was deleted last', () => {
  const again: Iri = `${titles}/${recreationId(deleted)!}`
  const identities = { ...emptyIdentityMap, aliases: { [deleted]: again } }
  expect(resolve(step, identities).id).toBe(recreationId(again))
})

test('is not sent for what is new, nor where the API takes none', () => {
  expect(resolve({ ...step, creates: { iri: 'new:1' } }).id).toBe('random')
  expect(resolve({ method: 'POST', iri: titles, creates: { iri: deleted } }).id).toBeUndefined()
})
