import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dropRefusalOf } from '#content/change/moves/drop-refusal.ts'
import { moveItem, withPendingOrder } from '#content/change/moves/pending-moves.ts'
import { withTransfers } from '#content/change/moves/transfers.ts'
import type { Iri } from '#content/model/iri.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import { readerOf, resource } from '../support/content/known-resources.ts'

const groupIri = (id: string) => `/_/component_groups/${id}` as const
const positionIri = (id: string) => `/_/component_positions/${id}` as const
const group = (id: string, location: string, more = {}) =>
  resource(groupIri(id), { location, componentPositions: [], ...more })
const position = (id: string, of: string, component: string | null, more = {}) =>
  resource(positionIri(id), {
    componentGroup: groupIri(of),
    ...(component && { component: `/component/${component}` }),
    ...more,
  })
const component = (iri: string, at: string, more = {}) =>
  resource(`/component/${iri}`, { componentPositions: [positionIri(at)], ...more })

const kind = (endpoint: string, explicitAllowOnly = false): ComponentKind => ({
  type: endpoint,
  label: endpoint,
  description: '',
  endpoint: `/component/${endpoint}`,
  fields: {},
  publishable: true,
  instantAdd: false,
  explicitAllowOnly,
})
const kinds = [kind('titles'), kind('links'), kind('slides', true)]

const resources = [
  group('main', '/_/pages/1'),
  group('aside', '/_/pages/1'),
  group('menu', '/_/pages/1', { allowedComponents: ['/component/links'] }),
  group('show', '/_/pages/1', { allowedComponents: ['/component/slides', '/component/titles'] }),
  group('top', '/_/layouts/1'),
  position('title', 'main', 'titles/1'),
  component('titles/1', 'title', { draftResource: '/component/titles/draft' }),
  group('inner', '/component/titles/1'),
  position('box', 'inner', 'titles/2'),
  component('titles/2', 'box'),
  group('innermost', '/component/titles/2'),
  position('link', 'main', 'links/1'),
  component('links/1', 'link'),
  position('slide', 'show', 'slides/1'),
  component('slides/1', 'slide'),
  position('body', 'main', null, { pageDataProperty: 'body' }),
]
const read = readerOf(resources)
const refusal = (moved: string, to: string, page: { pageData?: Iri<'PAGE_DATA'> } = {}) =>
  dropRefusalOf(positionIri(moved), groupIri(to), { page, kinds, read })

test.each([
  ['title', 'main', null],
  ['title', 'aside', null],
  ['title', 'top', null],
  ['title', 'menu', 'kind'],
  ['link', 'menu', null],
  ['link', 'show', 'kind'],
  ['title', 'show', null],
  ['slide', 'aside', 'kind'],
  ['slide', 'show', null],
  ['title', 'inner', 'inside'],
  ['title', 'innermost', 'inside'],
  ['box', 'innermost', 'inside'],
  ['box', 'main', null],
  ['link', 'innermost', null],
  ['body', 'aside', null],
  ['body', 'top', 'placeholder'],
  ['nowhere', 'main', 'gone'],
  ['title', 'nowhere', 'gone'],
] as const)('%s in %s: %s', (moved, to, expected) => {
  expect(refusal(moved, to)).toBe(expected)
})

test('the positions of a template stay where they are on a page of data, and those of the layout move', () => {
  const page = { pageData: '/page_data/articles/1' } as const
  expect(refusal('title', 'aside', page)).toBe('template')
  expect(refusal('title', 'main', page)).toBe('template')
  expect(refusal('title', 'top', page)).toBe('template')
})

test('groups that contain each other are walked once', () => {
  const loop = [
    group('a', '/component/titles/b'),
    position('b', 'a', 'titles/b'),
    component('titles/b', 'b'),
    position('x', 'main', 'titles/1'),
  ]
  const rules = { page: {}, kinds, read: readerOf([...resources, ...loop]) }
  expect(dropRefusalOf(positionIri('link'), groupIri('a'), rules)).toBeNull()
})

test('a group accepts what may be added to it, whatever is moved there', () => {
  const groups = ['main', 'aside', 'menu', 'show', 'top'].map(groupIri)
  fc.assert(
    fc.property(
      fc.constantFrom('title', 'link', 'slide'),
      fc.constantFrom(...groups),
      (moved, to) => {
        const [endpoint] = read(positionIri(moved))!.component!.split(/\/\d/)
        const { allowedComponents } = read(to)!
        const isOwn = read(positionIri(moved))!.componentGroup === to
        const isAllowed = allowedComponents
          ? allowedComponents.includes(endpoint!)
          : endpoint !== '/component/slides'
        const found = dropRefusalOf(positionIri(moved), to, { page: {}, kinds, read })
        expect(found).toBe(isOwn || isAllowed ? null : 'kind')
      },
    ),
  )
})

const ids = ['a', 'b', 'c', 'd', 'e', 'f'].map(positionIri)
const [main, side] = [groupIri('main'), groupIri('side')]

test('transfers lose and double nothing, and put each position before the one that was named', () => {
  const transfer = fc.record({
    position: fc.constantFrom(...ids),
    group: fc.constantFrom(main, side),
    before: fc.option(fc.constantFrom(...ids)),
  })
  fc.assert(
    fc.property(fc.array(transfer), fc.nat(6), (transfers, split) => {
      const shown = [main, side].map((of, index) =>
        withTransfers(index === 0 ? ids.slice(0, split) : ids.slice(split), of, transfers),
      )
      expect(shown.flat().toSorted()).toEqual(ids)
      const last = transfers.at(-1)
      if (!last) return
      const order = shown[last.group === main ? 0 : 1]!
      const next = order[order.indexOf(last.position) + 1]
      const isThere = last.before !== last.position && order.some((other) => other === last.before)
      expect(next).toBe(isThere ? last.before : undefined)
    }),
  )
})

test('a transferred position stands behind the one before it, also in a group with unsaved moves', () => {
  const [a, b, c, d] = ids
  const stored = [a!, b!, c!]
  const moved = moveItem(stored, c!, 0)
  const shown = withTransfers(stored, main, [{ position: d!, group: main, before: c! }])
  expect(withPendingOrder(shown, moved)).toEqual([c, a, b, d])
  expect(withPendingOrder([d!, ...stored], moved)).toEqual([d, c, a, b])
})
