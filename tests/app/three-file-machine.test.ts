/** A machine that is three files: its own, the line that starts it, and its effects. Nothing else registers it. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnyActorRef, waitFor } from 'xstate'
import { locationOf } from '#content/page/location.ts'
import type { createAppActor } from '#src/app/effects/app-effects.ts'
import type { AppProvider } from '#src/app/shell/app-context.tsx'
import type { createServices } from '#src/app/services/services.ts'
import type { createResourceCache } from '#src/resources/resource-cache.ts'
import type { createRegistry } from '#src/app/services/create-registry.ts'
import type { siteViews } from '#site/index.ts'
import { component, pagePayload } from '../support/content/page-payload.ts'
import { createScratchCopy } from '../support/server/scratch-copy.ts'

const machineFile = `
/** Counts the pages that are loaded, and saves how many. */
import { assign, setup } from 'xstate'
import type { AssembledPage } from '#content/page/page.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { actionEffect } from '../declare-effects.ts'

type PageCounterEvent = { type: 'page.loaded'; token: number; page: AssembledPage }

export const pageCounterMachine = setup({
  types: {} as { context: { count: number }; events: PageCounterEvent },
  actors: { listener },
  actions: {
    increment: assign({ count: ({ context }) => context.count + 1 }),
    saveCount: actionEffect<{ count: number }>('saveCount'),
  },
}).createMachine({
  id: 'pageCounter',
  context: { count: 0 },
  invoke: { src: 'listener', input: listenTo<PageCounterEvent>({ fetcher: ['page.loaded'] }) },
  on: {
    'page.loaded': {
      actions: ['increment', { type: 'saveCount', params: ({ context: { count } }) => ({ count }) }],
    },
  },
})
`

/** Shows the actor's state, as a component would. It is a use of the machine, not a part of it. */
const viewFile = `
import { useSelector } from '@xstate/react'
import { useAppActor } from './app-context.tsx'

export function PageCount() {
  return <p>{useSelector(useAppActor('pageCounter'), ({ context }) => context.count)} pages</p>
}
`

let copy: Awaited<ReturnType<typeof createScratchCopy>>

beforeAll(async () => {
  copy = await createScratchCopy({
    'machines/page/page-counter.ts': machineFile,
    'src/app/shell/PageCount.tsx': viewFile,
  })
  const app = 'machines/app/app.ts'
  const effects = 'src/app/effects/app-effects.ts'
  const imported = (text: string) =>
    `${text}\nimport { pageCounterMachine } from '#machines/page/page-counter.ts'`
  const setupImport = "import { type ActorRefFrom, enqueueActions, sendTo, setup } from 'xstate'"
  await copy.edit(app, setupImport, imported(setupImport))
  await copy.edit(
    app,
    'const pageActors = {',
    'const pageActors = {\n  pageCounter: pageCounterMachine,',
  )
  const effectsImport = "import { createActor, fromPromise } from 'xstate'"
  await copy.edit(effects, effectsImport, imported(effectsImport))
  await copy.edit(
    effects,
    '  appMachine.provide({\n    actors: {',
    `  appMachine.provide({
    actors: {
      pageCounter: pageCounterMachine.provide({
        actions: { saveCount: (_, { count }) => sessionStorage.setItem('pages', String(count)) },
      }),`,
  )
})
afterAll(() => copy.dispose())

// The compiler checks the whole project twice.
test(
  'is type-checked, also where a component finds it by its id',
  { timeout: 180_000 },
  async () => {
    const compiler = join(copy.folder, 'node_modules/typescript/bin/tsc')
    const run = () => promisify(execFile)(process.execPath, [compiler, '-p', copy.folder])
    await expect(run()).resolves.toMatchObject({ stdout: '' })
    await copy.edit('src/app/shell/PageCount.tsx', "'pageCounter'", "'pagesCounter'")
    await expect(run()).rejects.toMatchObject({ stdout: expect.stringContaining('TS') as unknown })
    await copy.edit('src/app/shell/PageCount.tsx', "'pagesCounter'", "'pageCounter'")
  },
)

test('runs with the app, hears the other actors, and is found by components', async () => {
  const stored: Record<string, string> = {}
  Object.assign(globalThis, {
    sessionStorage: { setItem: (key: string, value: string) => (stored[key] = value) },
  })
  const load = {
    ...(await copy.load<{ createAppActor: typeof createAppActor }>(
      '/src/app/effects/app-effects.ts',
    )),
    ...(await copy.load<{ createServices: typeof createServices }>(
      '/src/app/services/services.ts',
    )),
    ...(await copy.load<{ createResourceCache: typeof createResourceCache }>(
      '/src/resources/resource-cache.ts',
    )),
    ...(await copy.load<{ createRegistry: typeof createRegistry }>(
      '/src/app/services/create-registry.ts',
    )),
    ...(await copy.load<{ siteViews: typeof siteViews }>('/site/index.ts')),
    ...(await copy.load<{ AppProvider: typeof AppProvider }>('/src/app/shell/app-context.tsx')),
    ...(await copy.load<{ PageCount: () => React.JSX.Element }>('/src/app/shell/PageCount.tsx')),
  }
  const about = pagePayload([component('Title', 'about', { title: 'About' })], { path: '/about' })
  const services = load.createServices({
    loadApi: () => Promise.reject(new Error('Only the page is read.')),
    cache: load.createResourceCache(),
    registry: load.createRegistry(load.siteViews),
    htmlFields: {},
    sanitizeHtml: (html) => html,
    readPage: () => Promise.resolve(about),
    history: {
      commit: () => {},
      restore: () => {},
      scrollToStart: () => {},
      scrollToSaved: () => {},
      followRedirect: () => true,
    },
    pageReady: () => new Promise(() => {}),
    loadDeferred: () => new Promise(() => {}),
    loadEditor: () => Promise.reject(new Error('Visitors have no editor.')),
  })
  const appRef = load.createAppActor(services, {
    location: locationOf('/about'),
    page: null,
    failure: null,
    user: null,
    hasSessionHint: false,
    hub: null,
    lastEventId: null,
  })
  appRef.start()
  const counterRef = appRef.system.get('pageCounter') as AnyActorRef
  await waitFor(counterRef, ({ context }: { context: { count: number } }) => context.count === 1)
  const markup = renderToStaticMarkup(
    createElement(load.AppProvider, { value: appRef }, createElement(load.PageCount)),
  )
  expect(markup).toBe('<p>1 pages</p>')
  expect(stored).toEqual({ pages: '1' })
  appRef.stop()
})
