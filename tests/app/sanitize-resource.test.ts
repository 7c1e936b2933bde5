import { expect, test, vi } from 'vitest'
import { siteViews } from '#site/index.ts'
import { maxRepeats, repeatWindow } from '#src/app/browser/logger.ts'
import { createResourceSanitizer } from '#src/app/services/sanitize-resource.ts'
import { loadAllViews, loadViewsFor } from '#src/views/registry/load-views.ts'
import { createRegistry } from '#src/app/services/create-registry.ts'
import { createLazyViews } from '#src/views/registry/lazy-views.ts'
import { component } from '../support/content/page-payload.ts'

const siteWith = (load = vi.fn(async () => ({ default: { View: () => null } }))) => {
  const lazyViews = createLazyViews('site/', {
    components: { './components/Poem/lazy/Poem.tsx': load },
    layouts: {},
    templates: {},
  })
  const site = createRegistry({
    components: { Title: { View: () => null } },
    layouts: {},
    templates: {},
    lazyViews: async () => lazyViews,
  })
  return { site, lazyViews, load }
}

test('returns null when all views are already loaded', () => {
  expect(loadViewsFor(siteWith().site, [component('Title', '1')])).toBeNull()
})

test('loads the view of a kind before its first content is sanitized and cached, and only once', async () => {
  const { site, load } = siteWith()
  const sanitizeResource = createResourceSanitizer(site, {
    htmlFields: { Poem: ['text'] },
    sanitizeHtml: (html) => html.toUpperCase(),
  })
  const sanitized = await sanitizeResource({ resource: component('Poem', '1', { text: 'o' }) })
  expect(sanitized.resource['text']).toBe('O')
  expect(site.read().components['Poem']).toBeDefined()
  await sanitizeResource({ resource: component('Poem', '2') })
  expect(load).toHaveBeenCalledTimes(1)
})

test('logs a kind without a view and still returns its content; the logger holds repeats back', async () => {
  vi.useFakeTimers()
  const write = vi.spyOn(console, 'error').mockImplementation(() => {})
  const sanitizeResource = createResourceSanitizer(siteWith().site, {
    htmlFields: {},
    sanitizeHtml: (html) => html,
  })
  const hologram = { resource: component('Hologram', '1') }
  expect(await sanitizeResource(hologram)).toBe(hologram)
  for (let count = 0; count < maxRepeats + 1; count++) await sanitizeResource(hologram)
  const message = 'This site has no view for “Hologram” (components).'
  expect(write.mock.calls).toEqual(Array.from({ length: maxRepeats + 1 }, () => [message]))
  vi.advanceTimersByTime(repeatWindow)
  expect(write.mock.lastCall).toEqual([`${message} (repeated 1 more times)`])
  write.mockRestore()
  vi.useRealTimers()
})

test('keeps a view that is registered when it is added again, so that what it shows is not mounted anew', () => {
  const { site } = siteWith()
  const first = { View: () => null }
  site.add([[['components', 'Poem'], first]])
  site.add([
    [['components', 'Poem'], { View: () => null }],
    [['components', 'Quote'], { View: () => null }],
  ])
  expect(site.read().components['Poem']).toBe(first)
  expect(Object.keys(site.read().components).toSorted()).toEqual(['Poem', 'Quote', 'Title'])
})

test('loads all views on the server and knows the source file of each lazy one', async () => {
  const { site, lazyViews } = siteWith()
  await loadAllViews(site)
  expect(Object.keys(site.read().components).toSorted()).toEqual(['Poem', 'Title'])
  expect(lazyViews.sourceFileOf(['components', 'Poem'])).toBe('site/components/Poem/lazy/Poem.tsx')
  expect(lazyViews.sourceFileOf(['components', 'Title'])).toBeUndefined()
})

test('can load every view of this site', async () => {
  const registry = createRegistry(siteViews)
  const { all } = await siteViews.lazyViews()
  for (const [type, name] of all) expect(registry.read()[type][name], name).toBeUndefined()
  await loadAllViews(registry)
  for (const [type, name] of all) expect(registry.read()[type][name], name).toBeDefined()
})
