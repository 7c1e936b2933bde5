import { expect, test } from 'vitest'
import { selectionFallbacksOf } from '#content/model/selection-fallbacks.ts'
import { readerOf, resource } from '../support/content/known-resources.ts'

const group = '/_/component_groups/main'
const positionOf = (id: string) => `/_/component_positions/${id}`
const componentOf = (id: string) => `/component/texts/${id}`
const ids = ['one', 'two', 'three']
const resources = [
  resource(group, { componentPositions: ids.map(positionOf) }),
  ...ids.map((id, sortValue) =>
    resource(positionOf(id), { componentGroup: group, component: componentOf(id), sortValue }),
  ),
  ...ids.map((id) =>
    resource(componentOf(id), {
      _metadata: { publishable: { published: true } },
      ...(id === 'two' && { draftResource: componentOf('two-draft') }),
    }),
  ),
  resource(componentOf('two-draft'), {
    _metadata: { publishable: { published: false } },
    publishedResource: componentOf('two'),
  }),
]
const read = readerOf(resources)
const stackOf = (id: string, at = id) => [componentOf(id), positionOf(at), group]

test('the next component is selected, else the previous one, else the group', () => {
  expect(selectionFallbacksOf(stackOf('one'), read)).toEqual([stackOf('two-draft', 'two'), [group]])
  expect(selectionFallbacksOf(stackOf('three'), read)).toEqual([
    stackOf('two-draft', 'two'),
    [group],
  ])
})

test('a draft that somebody else deletes leaves its live version selected', () => {
  expect(selectionFallbacksOf(stackOf('two-draft', 'two'), read)).toEqual([
    stackOf('two'),
    stackOf('three'),
    stackOf('one'),
    [group],
  ])
})
