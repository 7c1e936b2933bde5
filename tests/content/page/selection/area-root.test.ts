import { expect, test } from 'vitest'
import { areaRootOf, isAreaRoot } from '#content/page/selection/area-root.ts'

const page = '/_/pages/1' as const
const pageData = '/page_data/articles/1' as const
const layout = '/_/layouts/1' as const

test('the page area has the settings of the page, or of its data where it shares a template', () => {
  expect(areaRootOf('page', { page, layout })).toBe(page)
  expect(areaRootOf('page', { page, pageData, layout })).toBe(pageData)
  expect(areaRootOf('layout', { page, pageData, layout })).toBe(layout)
  expect(areaRootOf('layout', { page })).toBeUndefined()
})

test('pages, their data and layouts are roots, and nothing inside of them is', () => {
  for (const iri of [page, pageData, layout]) expect(isAreaRoot(iri)).toBe(true)
  for (const iri of ['/_/component_groups/1', '/_/component_positions/1', '/component/titles/1'])
    expect(isAreaRoot(iri)).toBe(false)
})
