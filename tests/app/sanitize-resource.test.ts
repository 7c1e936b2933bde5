import { expect, test, vi } from 'vitest'
import { registry } from '#site/index.ts'
import { createResourceSanitizer } from '#src/app/services/sanitize-resource.ts'
import { loadAllViews, loadViewsFor } from '#src/views/registry/load-views.ts'
import type { Registry } from '#src/views/registry/registry.ts'
import { createLazyViews } from '#src/views/registry/lazy-views.ts'
import { component } from '../support/content/page-payload.ts'

const siteWith = (
  load = vi.fn(async () => ({ default: { View: () => null, html: ['words'] } })),
) => {
  const pieces = createLazyViews('site/', {
    components: { './components/Poem/lazy/Poem.tsx': load },
    layouts: {},
    templates: {},
  })
  const site: Registry = {
    components: { Title: { View: () => null } },
    layouts: {},
    templates: {},
    pieces: async () => pieces,
  }
  return { site, pieces, load }
}

test('what is drawn by views that are there waits for nothing', () => {
  expect(loadViewsFor(siteWith().site, [component('Title', '1')])).toBeNull()
})

test('the first content of a kind brings its view, before it is kept and clean', async () => {
  const { site, load } = siteWith()
  const gate = createResourceSanitizer(site, (html) => html.toUpperCase())
  const kept = await gate({ resource: component('Poem', '1', { words: 'o' }) })
  expect(kept.resource['words']).toBe('O')
  expect(site.components['Poem']).toBeDefined()
  await gate({ resource: component('Poem', '2') })
  expect(load).toHaveBeenCalledTimes(1)
})

test('what nobody has made a view for is told once, and kept nevertheless', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const gate = createResourceSanitizer(siteWith().site, (html) => html)
  const hologram = { resource: component('Hologram', '1') }
  expect(await gate(hologram)).toBe(hologram)
  await gate(hologram)
  expect(warned.mock.calls).toEqual([['This site has no view for “Hologram” (components).']])
  warned.mockRestore()
})

test('the server has them all, and knows where each came from', async () => {
  const { site, pieces } = siteWith()
  await loadAllViews(site)
  expect(Object.keys(site.components)).toEqual(['Title', 'Poem'])
  expect(pieces.sourceFileOf(['components', 'Poem'])).toBe('site/components/Poem/lazy/Poem.tsx')
  expect(pieces.sourceFileOf(['components', 'Title'])).toBeUndefined()
})

test('every view of this site can be had', async () => {
  const pieces = await loadAllViews(registry)
  for (const [sort, name] of pieces.all) expect(registry[sort][name], name).toBeDefined()
})
