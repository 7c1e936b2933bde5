import { expect, test } from 'vitest'
import { componentsBetween, toggleComponent } from '#content/page/selection/multiple-selection.ts'
import { createReader } from '#content/model/resource.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import { component, pagePayload } from '../../../support/content/page-payload.ts'

const group = '/_/component_groups/_'
const at = (name: string, type = 'Title'): Selection => ({
  stack: [`/component/${type}/${name}`, `/_/component_positions/${name}`, group, '/_/pages/1'],
  area: 'page',
})
const [one, two, three] = [at('one'), at('two'), at('three')] as const
const inside: Selection = {
  stack: [
    '/component/Title/four',
    '/_/component_positions/four',
    '/_/component_groups/2',
    ...one.stack,
  ],
  area: 'page',
}
const inLayout: Selection = { ...three, area: 'layout' }

test('a component is added, and removed when it is pressed again', () => {
  expect(toggleComponent([one], two)).toEqual([one, two])
  expect(toggleComponent([one, two], one)).toEqual([two])
  const draft = { ...one, stack: ['/component/Title/draft', ...one.stack.slice(1)] }
  expect(toggleComponent([one, two], draft)).toEqual([two])
})

test('what contains it, what it contains and what is in the other area is not selected with it', () => {
  expect(toggleComponent([one, two], inside)).toEqual([two, inside])
  expect(toggleComponent([inside, two], one)).toEqual([two, one])
  expect(toggleComponent([one], inLayout)).toEqual([inLayout])
})

const { entries } = pagePayload([
  component('Title', 'one', {}),
  component('HtmlContent', 'two', {}),
  component('Title', 'three', {}),
  component('Title', 'last', {}),
])
const read = createReader(
  (iri) => entries.find(({ resource }) => resource['@id'] === iri)?.resource,
)

test.each([
  [one, three],
  [three, one],
])('a range has all from one component to another, in the order of their group', (from, to) => {
  expect(componentsBetween(from, to, read)).toEqual([one, at('two', 'HtmlContent'), three])
})

test('two groups have no range', () => {
  expect(componentsBetween(inside, one, read)).toBeNull()
  expect(componentsBetween(one, inside, read)).toBeNull()
  expect(componentsBetween(one, at('gone'), read)).toBeNull()
})
