import { expect, test, vi } from 'vitest'
import { registry } from '#site/index.ts'
import { createGate } from '#src/app/clean.ts'
import { allViews, viewsFor } from '#src/views/arriving.ts'
import type { Registry } from '#src/views/define.ts'
import { createPieces } from '#src/views/pieces.ts'
import { component } from '../support/page.ts'

const siteWith = (
  load = vi.fn(async () => ({ default: { View: () => null, html: ['words'] } })),
) => {
  const pieces = createPieces('site/', {
    components: { './components/Poem/later/Poem.tsx': load },
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
  expect(viewsFor(siteWith().site, [component('Title', '1')])).toBeNull()
})

test('the first content of a kind brings its view, before it is kept and clean', async () => {
  const { site, load } = siteWith()
  const gate = createGate(site, (html) => html.toUpperCase())
  const kept = await gate({ resource: component('Poem', '1', { words: 'o' }) })
  expect(kept.resource['words']).toBe('O')
  expect(site.components['Poem']).toBeDefined()
  await gate({ resource: component('Poem', '2') })
  expect(load).toHaveBeenCalledTimes(1)
})

test('what nobody has made a view for is told once, and kept nevertheless', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const gate = createGate(siteWith().site, (html) => html)
  const hologram = { resource: component('Hologram', '1') }
  expect(await gate(hologram)).toBe(hologram)
  await gate(hologram)
  expect(warned.mock.calls).toEqual([['This site has no view for “Hologram” (components).']])
  warned.mockRestore()
})

test('the server has them all, and knows where each came from', async () => {
  const { site, pieces } = siteWith()
  await allViews(site)
  expect(Object.keys(site.components)).toEqual(['Title', 'Poem'])
  expect(pieces.fileOf(['components', 'Poem'])).toBe('site/components/Poem/later/Poem.tsx')
  expect(pieces.fileOf(['components', 'Title'])).toBeUndefined()
})

test('every view of this site can be had', async () => {
  const pieces = await allViews(registry)
  for (const [sort, name] of pieces.all) expect(registry[sort][name], name).toBeDefined()
})
