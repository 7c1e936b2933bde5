import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ComponentDefinition } from '#src/views/registry/registry.ts'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { renderVisitorApp } from '../../support/ui/render-visitor-app.tsx'

afterEach(cleanup)

const mainText = () => screen.getByRole('main').textContent
const title = (id: string, text: string, more = {}) =>
  component('Title', id, { title: text, ...more })

/** Creates a kind that counts the renders of each of its components. */
const counting = () => {
  const counts: Record<string, number> = {}
  const Counted: ComponentDefinition = {
    View: ({ iri, resource }) => {
      counts[iri] = (counts[iri] ?? 0) + 1
      return <p>{String(resource['text'])}</p>
    },
  }
  return { counts, kinds: { Counted } }
}

describe('a change in the cache', () => {
  test('rerenders only the component it concerns', () => {
    const { counts, kinds } = counting()
    const all = Array.from({ length: 100 }, (_, index) =>
      component('Counted', `${index}`, { text: `text ${index}` }),
    )
    const { cache } = renderVisitorApp({ '/': pagePayload(all) }, { kinds })
    const before = { ...counts }
    act(() => cache.save([{ resource: { ...all[7]!, text: 'new' } }]))
    expect(mainText()).toContain('new')
    const again = Object.keys(counts).filter((iri) => counts[iri] !== before[iri])
    expect(again).toEqual([all[7]!['@id']])
  })

  test('rerenders nothing when the data is identical', () => {
    const { counts, kinds } = counting()
    const one = component('Counted', '1', { text: 'same' })
    const { cache } = renderVisitorApp({ '/': pagePayload([one]) }, { kinds })
    const before = { ...counts }
    act(() => cache.save([{ resource: structuredClone(one) }]))
    expect(counts).toEqual(before)
  })

  test('moves a position by its sort value', () => {
    const { cache } = renderVisitorApp({ '/': pagePayload([title('1', 'One'), title('2', 'Two')]) })
    expect(mainText()).toBe('OneTwo')
    const position = cache.read('/_/component_positions/1')!
    act(() => cache.save([{ resource: { ...position, sortValue: 99 } }]))
    expect(mainText()).toBe('TwoOne')
  })

  test('removes deleted components and positions', () => {
    const { cache } = renderVisitorApp({ '/': pagePayload([title('1', 'One'), title('2', 'Two')]) })
    act(() => cache.remove(['/component/Title/1']))
    expect(mainText()).toBe('Two')
    act(() => cache.remove(['/_/component_positions/2']))
    expect(mainText()).not.toContain('Two')
  })
})

describe('a component with a draft', () => {
  const live = title('live', 'Live', { draftResource: '/component/Title/draft' })
  const draft = {
    ...title('draft', 'Draft', { publishedAt: null, publishedResource: live['@id'] }),
    _metadata: { publishable: { published: false } },
  }

  test('shows the published version even where a position names the draft', () => {
    const page = pagePayload([live])
    page.entries.push({ resource: draft })
    for (const { resource } of page.entries)
      if (resource['@type'] === 'ComponentPosition') resource['component'] = draft['@id']
    renderVisitorApp({ '/': page })
    expect(mainText()).toBe('Live')
  })

  test('shows nothing while there is only a draft', () => {
    const { cache } = renderVisitorApp({
      '/': pagePayload([{ ...draft, publishedResource: undefined } as never]),
    })
    expect(mainText()).toBe('')
    const published = { ...draft, _metadata: { publishable: { published: true } } }
    act(() => cache.save([{ resource: published }]))
    expect(mainText()).toBe('Draft')
  })
})

test('an error in one component leaves the others intact, and new data renders it again', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const Fragile: ComponentDefinition = {
    View: ({ resource }) => {
      if (resource['broken']) throw new Error('broken on purpose')
      return <p>Whole</p>
    },
  }
  const fragile = component('Fragile', '1', { broken: true })
  const page = pagePayload([fragile, title('2', 'Still here')])
  const { cache } = renderVisitorApp({ '/': page }, { kinds: { Fragile } })
  expect(mainText()).toBe('Still here')
  expect(logged).toHaveBeenCalled()
  logged.mockRestore()

  act(() => cache.save([{ resource: { ...fragile, broken: false } }]))
  expect(mainText()).toBe('WholeStill here')
})

test('renders the chosen classes and variants', () => {
  renderVisitorApp({
    '/': pagePayload([
      title('1', 'First'),
      title('2', 'Quiet', { uiComponent: 'AltTitle', uiClassNames: ['big', 'red'] }),
    ]),
  })
  const quiet = screen.getByRole('heading', { name: 'Quiet' })
  expect(quiet.tagName).toBe('H2')
  expect(quiet.closest('[data-iri]')!.className).toBe('big red')
})

test.each(['Unheard', 'constructor', '__proto__'])(
  'an unknown variant called %s renders the default view',
  (uiComponent) => {
    renderVisitorApp({ '/': pagePayload([title('1', 'Plain', { uiComponent })]) })
    expect(screen.getByRole('heading', { name: 'Plain' }).tagName).toBe('H1')
  },
)

test('every rendered resource has an element with its IRI', () => {
  renderVisitorApp({ '/': pagePayload([title('1', 'One')]) })
  const line: (string | null)[] = []
  for (
    let element: Element | null | undefined = screen.getByRole('heading');
    element;
    element = element.parentElement?.closest('[data-iri]')
  )
    if (element.matches('[data-iri]')) line.push(element.getAttribute('data-iri'))
  expect(line).toEqual([
    '/component/Title/1',
    '/_/component_positions/1',
    '/_/component_groups/_',
    '/_/pages/_',
    '/_/layouts/main',
  ])
  const area = (iri: string) => document.querySelector(`[data-iri="${iri}"]`)
  expect(area('/_/pages/_')!.getAttribute('data-area')).toBe('page')
  expect(area('/_/layouts/main')!.getAttribute('data-area')).toBe('layout')
})
