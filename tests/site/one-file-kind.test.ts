/** A kind that is one file: the API accepts it, a page shows it, and editors add it, type on the page and in a generated tab. */
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActor, setup } from 'xstate'
import type { AppRef } from '#machines/app/app.ts'
import type * as RichText from '#machines/editing/rich-text/rich-text.ts'
import type * as EditMode from '#machines/editing/edit-mode.ts'
import type { openEmbeddedSource } from '#server/content-source/embedded-source.ts'
import type { noopLog } from '#server/log.ts'
import type { readConfig } from '#server/startup/config.ts'
import type { siteKinds } from '#site/editors.ts'
import type { withInlineEditors } from '#src/editor/fields/inline-editors.tsx'
import type { createGeneratedView } from '#src/views/registry/generated-view.tsx'
import type { GeneratedFields } from '#src/editor/fields/GeneratedFields.tsx'
import type * as AppContext from '#src/app/shell/app-context.tsx'
import type { sanitizeEntries } from '#server/render/pages/sanitize-entries.ts'
import type { render } from '#src/entry-server.tsx'
import { component, pagePayload } from '../support/content/page-payload.ts'
import { createScratchCopy } from '../support/server/scratch-copy.ts'
import { renderRequestFor } from '../support/ui/render-request.ts'

const kindFile = `
import { maxLength, pipe, string } from 'valibot'
import { defineKind } from '#content/model/kind.ts'

export const kind = defineKind({
  type: 'Quote',
  label: 'Quote',
  description: 'Words of somebody else',
  endpoint: '/component/quotes',
  publishable: false,
  instantAdd: false,
  fields: {
    words: { label: 'Words', format: 'html', schema: string(), required: 'Enter the words.' },
    title: { label: 'Occasion', format: 'text', schema: string(), inline: true },
    source: { label: 'Source', format: 'text', schema: pipe(string(), maxLength(20, 'Too long.')) },
  },
})
`

const password = 'correct horse'
let copy: Awaited<ReturnType<typeof createScratchCopy>>
const load = async <Module>(path: string) => copy.load<Module>(path)

beforeAll(async () => {
  copy = await createScratchCopy({ 'site/components/Quote/kind.ts': kindFile })
})
afterAll(() => copy.dispose())

test('is accepted, validated, sanitized and described by the API', async () => {
  const config = await load<{ readConfig: typeof readConfig }>('/server/startup/config.ts')
  const source = await load<{ openEmbeddedSource: typeof openEmbeddedSource }>(
    '/server/content-source/embedded-source.ts',
  )
  const content = await source.openEmbeddedSource({
    config: config.readConfig({ DATA_DIR: join(copy.folder, 'data'), ADMIN_PASSWORD: password }),
    version: 'test',
    log: (await load<{ noopLog: typeof noopLog }>('/server/log.ts')).noopLog,
    clock: Date.now,
  })
  await content.prepare()
  const base = 'http://localhost/_api'
  const send = async (path: string, body: object, headers: Record<string, string> = {}) =>
    content.api.fetch(
      new Request(`${base}${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': path === '/login' ? 'application/json' : 'application/ld+json',
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    )
  const signedIn = await send('/login', { username: 'admin', password })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const words = '<p>To be<script>alert(1)</script></p>'
  const added = await send('/component/quotes', { words, source: 'Hamlet' }, { cookie })
  expect(added.status).toBe(201)
  expect(await added.json()).toMatchObject({ '@type': 'Quote', words: '<p>To be</p>' })
  const refused = await send('/component/quotes', { source: 'x'.repeat(21) }, { cookie })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    violations: expect.arrayContaining([
      expect.objectContaining({ propertyPath: 'source', message: 'Too long.' }),
      expect.objectContaining({ propertyPath: 'words', message: 'Enter the words.' }),
    ]) as unknown,
  })
  const docs = await content.api.fetch(new Request(`${base}/docs.jsonld`))
  expect(await docs.text()).toContain('"#Quote/words"')
  content.closeStreams()
  await content.close()
})

test('is shown by a generated view, with its HTML sanitized', async () => {
  const renderer = await load<{ render: typeof render }>('/src/entry-server.tsx')
  const payload = pagePayload([
    component('Quote', 'one', {
      words: '<p>To be</p><script></script>',
      title: 'Act 3',
      source: '<i>Hamlet',
    }),
  ])
  const { sanitizeEntries: sanitizeHere } = await load<{ sanitizeEntries: typeof sanitizeEntries }>(
    '/server/render/pages/sanitize-entries.ts',
  )
  const entries = sanitizeHere(payload.entries)
  const { body, state } = await renderer.render(renderRequestFor({ ...payload, entries }))
  expect(body).toContain(
    '<div data-field="words"><div><p>To be</p></div></div><div data-field="title"><p>Act 3</p></div><div data-field="source"><p>&lt;i&gt;Hamlet</p></div>',
  )
  expect(state.generatedViews).toEqual({
    Quote: [
      ['words', 'html'],
      ['title', 'text'],
      ['source', 'text'],
    ],
  })
  expect(state.htmlFields['Quote']).toEqual(['words'])
})

test('is offered to editors, and edited on the page and in a generated tab', async () => {
  const editors = await load<{ siteKinds: typeof siteKinds }>('/site/editors.ts')
  const kind = editors.siteKinds.kinds.find(({ type }) => type === 'Quote')!
  expect(kind.label).toBe('Quote')
  const tab = await load<{ GeneratedFields: typeof GeneratedFields }>(
    '/src/editor/fields/GeneratedFields.tsx',
  )
  const { AppProvider } = await load<typeof AppContext>('/src/app/shell/app-context.tsx')
  const { richTextMachine } = await load<typeof RichText>(
    '/machines/editing/rich-text/rich-text.ts',
  )
  const { editModeMachine } = await load<typeof EditMode>('/machines/editing/edit-mode.ts')
  const appMachine = setup({
    actors: { richText: richTextMachine, editMode: editModeMachine },
  }).createMachine({
    invoke: [
      { id: 'richText', src: 'richText' },
      { id: 'editMode', src: 'editMode' },
    ],
  })
  const appRef = createActor(appMachine).start() as unknown as AppRef
  const editProps = {
    resource: component('Quote', 'one', { source: 'Hamlet, Prince of Denmark' }),
    errors: { words: 'Enter the words.' },
    change: () => {},
    flush: () => {},
  }
  const fields = createElement(tab.GeneratedFields, { kind, ...editProps })
  const markup = renderToStaticMarkup(createElement(AppProvider, { value: appRef }, fields))
  expect(markup).toContain('value="Hamlet, Prince of Denmark"')
  expect(markup).toContain('Too long.')
  expect(markup).toContain('Enter the words.')
  expect(markup).not.toContain('Occasion')

  const { withInlineEditors: editInline } = await load<{
    withInlineEditors: typeof withInlineEditors
  }>('/src/editor/fields/inline-editors.tsx')
  const { createGeneratedView: createView } = await load<{
    createGeneratedView: typeof createGeneratedView
  }>('/src/views/registry/generated-view.tsx')
  const { View } = createView([
    ['title', 'text'],
    ['source', 'text'],
  ])
  const resource = editInline(kind, editProps, false)
  const page = renderToStaticMarkup(
    createElement(View, { iri: resource['@id'], resource, position: null }),
  )
  expect(page).toMatch(
    /^<div data-field="title"><p><span role="textbox"[^>]* aria-label="Occasion"/,
  )
  expect(page).toContain('<p>Hamlet, Prince of Denmark</p>')
})
