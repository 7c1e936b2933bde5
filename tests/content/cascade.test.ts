import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Link, deleteCascade } from '#content/model/cascade.ts'
import { iriTypeOf } from '#content/model/iri.ts'

const page = (id: string | number) => `/_/pages/${id}`
const layout = (id: string | number) => `/_/layouts/${id}`
const group = (id: string | number) => `/_/component_groups/${id}`
const position = (id: string | number) => `/_/component_positions/${id}`
const title = (id: string | number) => `/component/titles/${id}`
const data = (id: string | number) => `/page_data/articles/${id}`
const route = (path: string) => `/_/routes//${path}`

const link = (from: string, property: string, to: string): Link => ({ from, property, to })
const placed = (at: string, where: string, what: string) => [
  link(position(at), 'componentGroup', where),
  link(position(at), 'component', what),
]

const knownFrom =
  (links: Link[], dynamic: string[] = []) =>
  (iri: string) => ({
    outgoing: links.filter(({ from }) => from === iri),
    incoming: links.filter(({ to }) => to === iri),
    isDynamic: dynamic.includes(iri),
  })

const removedBy = (root: string, links: Link[], dynamic: string[] = []) =>
  deleteCascade(root, knownFrom(links, dynamic)).removed.toSorted()

describe('deleting a component', () => {
  test('deletes its positions except dynamic ones', () => {
    const links = [...placed('a', group(1), title(1)), ...placed('b', group(1), title(1))]
    expect(removedBy(title(1), links, [position('b')])).toEqual(
      [position('a'), title(1)].toSorted(),
    )
  })

  test('deletes nested groups that nothing else uses, with their content', () => {
    const links = [
      link(group('own'), 'components', title('outer')),
      link(group('shared'), 'components', title('outer')),
      link(group('shared'), 'pages', page(1)),
      ...placed('in', group('own'), title('inner')),
      ...placed('kept', group('shared'), title('other')),
    ]
    expect(removedBy(title('outer'), links)).toEqual(
      [title('outer'), group('own'), position('in'), title('inner')].toSorted(),
    )
  })

  test('that has a draft leaves the draft at its positions', () => {
    const links = [
      ...placed('a', group(1), title('live')),
      link(title('draft'), 'publishedResource', title('live')),
      link(data(1), 'intro', title('live')),
    ]
    const cascade = deleteCascade(title('live'), knownFrom(links))
    expect(cascade.removed).toEqual([title('live')])
    expect(cascade.repointed).toEqual([
      { link: link(position('a'), 'component', title('live')), to: title('draft') },
      { link: link(data(1), 'intro', title('live')), to: title('draft') },
    ])
  })

  test('that is a draft deletes nothing else', () => {
    const links = [
      ...placed('a', group(1), title('live')),
      link(title('draft'), 'publishedResource', title('live')),
    ]
    expect(removedBy(title('draft'), links)).toEqual([title('draft')])
  })
})

describe('deleting a position', () => {
  test('deletes its component and the draft when nothing else uses them', () => {
    const links = [
      ...placed('a', group(1), title('live')),
      link(title('draft'), 'publishedResource', title('live')),
    ]
    expect(removedBy(position('a'), links)).toEqual(
      [position('a'), title('live'), title('draft')].toSorted(),
    )
  })

  test('keeps a component that is used elsewhere or belongs to page data', () => {
    const elsewhere = [...placed('a', group(1), title(1)), ...placed('b', group(2), title(1))]
    const held = [...placed('a', group(1), title(1)), link(data(1), 'intro', title(1))]
    expect(removedBy(position('a'), elsewhere)).toEqual([position('a')])
    expect(removedBy(position('a'), held)).toEqual([position('a')])
  })
})

describe('deleting a page', () => {
  test('deletes its groups, its route and the page data that use it as their template', () => {
    const links = [
      link(group(1), 'pages', page(1)),
      link(route('a'), 'page', page(1)),
      link(route('old'), 'redirect', route('a')),
      link(data(1), 'page', page(1)),
      link(data(1), 'intro', title('intro')),
      link(route('b'), 'pageData', data(1)),
      link(page(2), 'parentPage', page(1)),
    ]
    expect(removedBy(page(1), links)).toEqual(
      [page(1), group(1), route('a'), route('old'), data(1), title('intro'), route('b')].toSorted(),
    )
  })

  test('keeps groups of other owners and a route that is used elsewhere', () => {
    const links = [
      link(group(1), 'pages', page(1)),
      link(group(1), 'layouts', layout(1)),
      link(route('a'), 'page', page(1)),
      link(route('a'), 'redirect', route('b')),
    ]
    expect(removedBy(page(1), links)).toEqual([page(1)])
  })
})

test('deleting a group deletes all its positions, even when several pages share it', () => {
  const links = [
    link(group(1), 'pages', page(1)),
    link(group(1), 'pages', page(2)),
    ...placed('a', group(1), title(1)),
  ]
  expect(removedBy(group(1), links)).toEqual([group(1), position('a'), title(1)].toSorted())
})

test('requests only the resources that are not in the cache', () => {
  const links = [...placed('a', group(1), title(1))]
  const known = knownFrom(links)
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
      .map(([at, where, what]) => placed(String(at), group(where), title(what))),
    fc.tuple(few, few).map(([from, to]) => [link(group(from), 'pages', page(to))]),
    fc.tuple(few, few).map(([from, to]) => [link(group(from), 'layouts', layout(to))]),
    fc.tuple(few, few).map(([from, to]) => [link(group(from), 'components', title(to))]),
    fc.tuple(few, few).map(([from, to]) => [link(data(from), 'page', page(to))]),
    fc.tuple(few, few).map(([from, to]) => [link(data(from), 'intro', title(to))]),
    fc.tuple(few, few).map(([from, to]) => [link(route(`p${from}`), 'page', page(to))]),
    fc.tuple(few, few).map(([from, to]) => [link(route(`p${from}`), 'redirect', route(`p${to}`))]),
    fc
      .tuple(few, few)
      .map(([from, to]) => [link(title(`draft-${from}`), 'publishedResource', title(to))]),
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
      const links = parts.flat()
      const { removed, missing } = deleteCascade(root, knownFrom(links))
      expect(removed[0]).toBe(root)
      expect(new Set(removed).size).toBe(removed.length)
      expect(missing).toEqual([])
      const gone = new Set(removed)
      const placings = links.filter(({ property }) => property === 'componentGroup')
      const homeless = placings.filter(({ from, to }) => gone.has(to) && !gone.has(from))
      expect(homeless).toEqual([])
    }),
  )
})

test('never deletes a resource that is still shown somewhere', () => {
  fc.assert(
    fc.property(sites, roots, (parts, root) => {
      const links = parts.flat()
      const gone = new Set(deleteCascade(root, knownFrom(links)).removed)
      for (const iri of gone) {
        if (iri === root || iriTypeOf(iri) !== 'COMPONENT') continue
        const uses = links.filter(
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
      const links = parts.flat()
      expect(removedBy(root, links.toReversed())).toEqual(removedBy(root, links))
    }),
  )
})
