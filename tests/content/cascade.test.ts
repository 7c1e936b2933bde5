import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RelationKey, deleteCascade } from '#content/model/cascade.ts'
import { iriTypeOf } from '#content/model/iri.ts'

const page = (id: string | number) => `/_/pages/${id}`
const layout = (id: string | number) => `/_/layouts/${id}`
const group = (id: string | number) => `/_/component_groups/${id}`
const position = (id: string | number) => `/_/component_positions/${id}`
const title = (id: string | number) => `/component/titles/${id}`
const data = (id: string | number) => `/page_data/articles/${id}`
const route = (path: string) => `/_/routes//${path}`

const relation = (from: string, property: string, to: string): RelationKey => ({
  from,
  property,
  to,
})
const positionRelations = (at: string, where: string, what: string) => [
  relation(position(at), 'componentGroup', where),
  relation(position(at), 'component', what),
]

const knownFrom =
  (relations: RelationKey[], dynamic: string[] = []) =>
  (iri: string) => ({
    outgoing: relations.filter(({ from }) => from === iri),
    incoming: relations.filter(({ to }) => to === iri),
    isDynamic: dynamic.includes(iri),
  })

const removedBy = (root: string, relations: RelationKey[], dynamic: string[] = []) =>
  deleteCascade(root, knownFrom(relations, dynamic)).removed.toSorted()

describe('deleting a component', () => {
  test('deletes its positions except dynamic ones', () => {
    const relations = [
      ...positionRelations('a', group(1), title(1)),
      ...positionRelations('b', group(1), title(1)),
    ]
    expect(removedBy(title(1), relations, [position('b')])).toEqual(
      [position('a'), title(1)].toSorted(),
    )
  })

  test('deletes nested groups that nothing else uses, with their content', () => {
    const relations = [
      relation(group('own'), 'components', title('outer')),
      relation(group('shared'), 'components', title('outer')),
      relation(group('shared'), 'pages', page(1)),
      ...positionRelations('in', group('own'), title('inner')),
      ...positionRelations('kept', group('shared'), title('other')),
    ]
    expect(removedBy(title('outer'), relations)).toEqual(
      [title('outer'), group('own'), position('in'), title('inner')].toSorted(),
    )
  })

  test('that has a draft leaves the draft at its positions', () => {
    const relations = [
      ...positionRelations('a', group(1), title('live')),
      relation(title('draft'), 'publishedResource', title('live')),
      relation(data(1), 'intro', title('live')),
    ]
    const cascade = deleteCascade(title('live'), knownFrom(relations))
    expect(cascade.removed).toEqual([title('live')])
    expect(cascade.repointed).toEqual([
      { relation: relation(position('a'), 'component', title('live')), to: title('draft') },
      { relation: relation(data(1), 'intro', title('live')), to: title('draft') },
    ])
  })

  test('that is a draft deletes nothing else', () => {
    const relations = [
      ...positionRelations('a', group(1), title('live')),
      relation(title('draft'), 'publishedResource', title('live')),
    ]
    expect(removedBy(title('draft'), relations)).toEqual([title('draft')])
  })
})

describe('deleting a position', () => {
  test('deletes its component and the draft when nothing else uses them', () => {
    const relations = [
      ...positionRelations('a', group(1), title('live')),
      relation(title('draft'), 'publishedResource', title('live')),
    ]
    expect(removedBy(position('a'), relations)).toEqual(
      [position('a'), title('live'), title('draft')].toSorted(),
    )
  })

  test('keeps a component that is used elsewhere or belongs to page data', () => {
    const elsewhere = [
      ...positionRelations('a', group(1), title(1)),
      ...positionRelations('b', group(2), title(1)),
    ]
    const held = [
      ...positionRelations('a', group(1), title(1)),
      relation(data(1), 'intro', title(1)),
    ]
    expect(removedBy(position('a'), elsewhere)).toEqual([position('a')])
    expect(removedBy(position('a'), held)).toEqual([position('a')])
  })
})

describe('deleting a page', () => {
  test('deletes its groups, its route and the page data that use it as their template', () => {
    const relations = [
      relation(group(1), 'pages', page(1)),
      relation(route('a'), 'page', page(1)),
      relation(route('old'), 'redirect', route('a')),
      relation(data(1), 'page', page(1)),
      relation(data(1), 'intro', title('intro')),
      relation(route('b'), 'pageData', data(1)),
      relation(page(2), 'parentPage', page(1)),
    ]
    expect(removedBy(page(1), relations)).toEqual(
      [page(1), group(1), route('a'), route('old'), data(1), title('intro'), route('b')].toSorted(),
    )
  })

  test('keeps groups of other owners and a route that is used elsewhere', () => {
    const relations = [
      relation(group(1), 'pages', page(1)),
      relation(group(1), 'layouts', layout(1)),
      relation(route('a'), 'page', page(1)),
      relation(route('a'), 'redirect', route('b')),
    ]
    expect(removedBy(page(1), relations)).toEqual([page(1)])
  })
})

test('deleting a group deletes all its positions, even when several pages share it', () => {
  const relations = [
    relation(group(1), 'pages', page(1)),
    relation(group(1), 'pages', page(2)),
    ...positionRelations('a', group(1), title(1)),
  ]
  expect(removedBy(group(1), relations)).toEqual([group(1), position('a'), title(1)].toSorted())
})

test('requests only the resources that are not in the cache', () => {
  const relations = positionRelations('a', group(1), title(1))
  const known = knownFrom(relations)
  const first = deleteCascade(position('a'), (iri) =>
    iri === position('a') ? known(iri) : undefined,
  )
  expect(first.missing).toEqual([title(1)])
  expect(deleteCascade(position('a'), known).missing).toEqual([])
})

const few = fc.integer({ min: 0, max: 4 })
const sites = fc.array(
  fc.oneof(
    fc
      .tuple(few, few, few)
      .map(([at, where, what]) => positionRelations(String(at), group(where), title(what))),
    fc.tuple(few, few).map(([from, to]) => [relation(group(from), 'pages', page(to))]),
    fc.tuple(few, few).map(([from, to]) => [relation(group(from), 'layouts', layout(to))]),
    fc.tuple(few, few).map(([from, to]) => [relation(group(from), 'components', title(to))]),
    fc.tuple(few, few).map(([from, to]) => [relation(data(from), 'page', page(to))]),
    fc.tuple(few, few).map(([from, to]) => [relation(data(from), 'intro', title(to))]),
    fc.tuple(few, few).map(([from, to]) => [relation(route(`p${from}`), 'page', page(to))]),
    fc
      .tuple(few, few)
      .map(([from, to]) => [relation(route(`p${from}`), 'redirect', route(`p${to}`))]),
    fc
      .tuple(few, few)
      .map(([from, to]) => [relation(title(`draft-${from}`), 'publishedResource', title(to))]),
  ),
  { maxLength: 25 },
)
const roots = fc.oneof(
  few.map(page),
  few.map(layout),
  few.map(group),
  few.map(position),
  few.map(title),
  few.map(data),
  few.map((id) => route(`p${id}`)),
)

test('a cascade ends, has no duplicates, and leaves no position without its group', () => {
  fc.assert(
    fc.property(sites, roots, (parts, root) => {
      const relations = parts.flat()
      const { removed, missing } = deleteCascade(root, knownFrom(relations))
      expect(removed[0]).toBe(root)
      expect(new Set(removed).size).toBe(removed.length)
      expect(missing).toEqual([])
      const gone = new Set(removed)
      const placings = relations.filter(({ property }) => property === 'componentGroup')
      const homeless = placings.filter(({ from, to }) => gone.has(to) && !gone.has(from))
      expect(homeless).toEqual([])
    }),
  )
})

test('never deletes a resource that is still shown somewhere', () => {
  fc.assert(
    fc.property(sites, roots, (parts, root) => {
      const relations = parts.flat()
      const gone = new Set(deleteCascade(root, knownFrom(relations)).removed)
      for (const iri of gone) {
        if (iri === root || iriTypeOf(iri) !== 'COMPONENT') continue
        const uses = relations.filter(
          ({ from, to, property }) =>
            to === iri && (property === 'component' || iriTypeOf(from) === 'PAGE_DATA'),
        )
        for (const { from } of uses) expect(gone).toContain(from)
      }
    }),
  )
})

test('does not depend on the order of relations', () => {
  fc.assert(
    fc.property(sites, roots, (parts, root) => {
      const relations = parts.flat()
      expect(removedBy(root, relations.toReversed())).toEqual(removedBy(root, relations))
    }),
  )
})
