import { expect, test } from 'vitest'
import type { ComponentGroup } from '#content/model/resource.ts'
import { groupLabel } from '#src/editor/labels.ts'

const groupAt = (location: ComponentGroup['location'], name: string): ComponentGroup => ({
  '@id': '/_/component_groups/1',
  '@type': 'ComponentGroup',
  _metadata: {},
  reference: `${name}_${location}`,
  location,
  componentPositions: [],
})

test('a group has the label that its layout or template declares, or its own name', () => {
  const groups = [{ name: 'primary', label: 'Story' }]
  const site = {
    kinds: [],
    editors: {},
    layouts: [{ name: 'Plain', label: 'Plain', groups: [{ name: 'top' }] }],
    templates: [{ name: 'Article', label: 'Article', groups }],
  }
  expect(groupLabel(groupAt('/_/pages/1', 'primary'), site)).toBe('Story')
  expect(groupLabel(groupAt('/_/layouts/1', 'primary'), site)).toBe('Primary')
  expect(groupLabel(groupAt('/_/layouts/1', 'top'), site)).toBe('Top')
})
