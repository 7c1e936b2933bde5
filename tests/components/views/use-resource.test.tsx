import { act, cleanup, render, screen } from '@testing-library/react'
import { Profiler, memo } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Iri } from '#content/model/iri.ts'
import type { Versioned } from '#content/model/resource.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import {
  ResourceCacheContext,
  useResourceSelector,
  useResource,
} from '#src/resources/use-resource.ts'

afterEach(cleanup)

const iriOf = (index: number) => `/component/titles/${index}`
const titled = (index: number, title: string): Versioned => ({
  resource: { '@id': iriOf(index), '@type': 'Title', _metadata: {}, title },
})

const Heading = memo(function Heading({ iri }: { iri: Iri }) {
  return <h2>{String(useResource(iri)?.['title'] ?? 'Nothing')}</h2>
})

/** Renders headings beside each other and records which of them render again. */
const renderHeadings = (count: number) => {
  const cache = createResourceCache()
  cache.save(Array.from({ length: count }, (_, index) => titled(index, `${index}`)))
  const rendered: string[] = []
  render(
    <ResourceCacheContext value={cache}>
      {Array.from({ length: count }, (_, index) => (
        <Profiler key={index} id={`${index}`} onRender={(id) => void rendered.push(id)}>
          <Heading iri={iriOf(index)} />
        </Profiler>
      ))}
    </ResourceCacheContext>,
  )
  rendered.length = 0
  return { cache, rendered }
}

test('of a thousand components only the changed one rerenders', () => {
  const { cache, rendered } = renderHeadings(1_000)
  act(() => cache.save([titled(500, 'Five hundred')]))
  expect(screen.getByText('Five hundred').tagName).toBe('H2')
  expect(rendered).toEqual(['500'])
})

test('nothing rerenders for identical data', () => {
  const { cache, rendered } = renderHeadings(2)
  act(() => cache.save([titled(0, '0'), titled(1, '1')]))
  expect(rendered).toEqual([])
})

test('several changes at once rerender together', () => {
  const { cache, rendered } = renderHeadings(3)
  act(() => cache.save([titled(0, 'A'), titled(1, 'B')]))
  expect(rendered).toEqual(['0', '1'])
})

test('rerenders when a resource is removed', () => {
  const { cache } = renderHeadings(1)
  act(() => cache.remove([iriOf(0)]))
  expect(screen.getByText('Nothing').tagName).toBe('H2')
})

test('a derived value rerenders only when it changes', () => {
  const cache = createResourceCache()
  cache.save([titled(0, 'Four'), titled(1, 'B')])
  const rendered: number[] = []
  const Longest = () => {
    const lengths = useResourceSelector(
      (read) => [0, 1].map((index) => String(read(iriOf(index))?.['title']).length),
      (one, other) => Math.max(...one) === Math.max(...other),
    )
    const longest = Math.max(...lengths)
    rendered.push(longest)
    return <p>{longest}</p>
  }
  render(
    <ResourceCacheContext value={cache}>
      <Longest />
    </ResourceCacheContext>,
  )
  act(() => cache.save([titled(1, 'X')]))
  expect(rendered).toEqual([4])
  act(() => cache.save([titled(1, 'Longer')]))
  expect(screen.getByText('6').tagName).toBe('P')
  expect(rendered).toEqual([4, 6])
})

test('throws without a cache provider', () => {
  expect(() => render(<Heading iri={iriOf(0)} />)).toThrow(
    'useResourceCache needs a <ResourceCacheContext>',
  )
})
