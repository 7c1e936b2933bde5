import { expect, test } from 'vitest'
import { conflictKeysOf } from '#content/change/conflict-keys.ts'
import { planAddition, planBinding, positionsEndpoint } from '#content/change/plan-addition.ts'
import type { IntentOf } from '#content/change/types.ts'
import { createReader } from '#content/model/resource.ts'
import { pagePayload, component } from '../support/content/page-payload.ts'

const { entries } = pagePayload([component('Title', 'one'), component('Title', 'two')])
const known = new Map(entries.map(({ resource }) => [resource['@id'], resource]))
const read = createReader((iri) => known.get(iri))
const input = { read, newIri: 'new:1', now: '2026-01-01T00:00:00.000Z' }
const group = '/_/component_groups/_'
const position = '/_/component_positions/two'
const pageData = '/page_data/blog_article_datas/1'
const binding = {
  pageDataProperty: 'htmlContent',
  pageDataClass: 'App\\Entity\\BlogArticleData',
}

const addition = (more: Partial<IntentOf<'add'>>): IntentOf<'add'> => ({
  kind: 'add',
  endpoint: '/component/html_contents',
  data: { html: '<p>Hi</p>' },
  group,
  sortValue: 10,
  publish: false,
  ...more,
})

test('a component gets a position, and those after it may have to make room', () => {
  expect(planAddition(addition({}), input)).toEqual({
    steps: [
      {
        method: 'POST',
        iri: '/component/html_contents',
        body: {
          html: '<p>Hi</p>',
          componentPositions: [{ componentGroup: group, sortValue: 10 }],
          publishedAt: null,
        },
        sortIndex: { group, index: 1 },
        creates: { iri: 'new:1', position: 'new:1:position' },
      },
    ],
    inverse: [{ method: 'DELETE', iri: 'new:1', published: false }],
    refetch: [group, 'new:1:position'],
    following: [position],
  })
})

test('a dynamic position has no component of its own', () => {
  const plan = planAddition(
    addition({ endpoint: positionsEndpoint, data: binding, publish: null }),
    input,
  )
  expect(plan).toMatchObject({
    steps: [
      {
        iri: positionsEndpoint,
        body: { ...binding, componentGroup: group, sortValue: 10 },
        creates: { iri: 'new:1' },
      },
    ],
    refetch: [group, 'new:1'],
    following: [position],
  })
})

test.each([
  [pageData, 'htmlContent'],
  [position, 'component'],
])('a component to which %s refers is taken back as a whole', (iri, property) => {
  const intent = addition({ publish: true, fills: { position, iri, property } })
  const plan = planAddition(intent, input)
  expect(plan).toEqual({
    steps: [
      {
        method: 'POST',
        iri: '/component/html_contents',
        body: { html: '<p>Hi</p>', publishedAt: input.now },
        creates: { iri: 'new:1' },
      },
      { method: 'PATCH', iri, body: { [property]: 'new:1' } },
    ],
    inverse: [
      { method: 'PATCH', iri, body: { [property]: null }, reverts: 1 },
      { method: 'DELETE', iri: 'new:1', published: true, reverts: 0 },
    ],
    refetch: [position, iri],
  })
  expect(conflictKeysOf(intent, read)).toEqual([group, iri])
})

test('a binding is replaced as a pair, and undone to what it was', () => {
  const bound = createReader((iri) => ({ ...known.get(iri)!, ...binding }))
  const none = { pageDataProperty: null, pageDataClass: null }
  const bind = { method: 'PATCH', iri: position, body: binding }
  const release = { method: 'PATCH', iri: position, body: none }
  expect(planBinding({ kind: 'bind', position, binding }, { read })).toMatchObject({
    steps: [bind],
    inverse: [release],
  })
  expect(planBinding({ kind: 'bind', position, binding: null }, { read: bound })).toMatchObject({
    steps: [release],
    inverse: [bind],
  })
  expect(conflictKeysOf({ kind: 'bind', position, binding }, read)).toEqual([position, group])
})
