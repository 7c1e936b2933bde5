/**
 * A machine that is three files: its own, with the facts that it emits, the line that starts it, and its effects. Nothing
 * else registers it.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnyActorRef, type AnyStateMachine, createActor, waitFor } from 'xstate'
import { locationOf } from '#content/page/location.ts'
import type { createAppActor } from '#src/app/effects/app-effects.ts'
import type { AppProvider } from '#src/app/shell/app-context.tsx'
import type { createServices } from '#src/app/services/services.ts'
import type { createResourceCache } from '#src/resources/resource-cache.ts'
import type { createRegistry } from '#src/app/services/create-registry.ts'
import type { siteViews } from '#site/index.ts'
import { component, pagePayload } from '../support/content/page-payload.ts'
import { createScratchCopy } from '../support/server/scratch-copy.ts'
import { createSilentHistory } from '../support/silent-history.ts'

const machineFile = `
/** Counts the pages that are loaded, saves how many, and tells it. */
import { assign, emit, setup } from 'xstate'
import type { AssembledPage } from '#content/page/page.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { actionEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    pageCounter: { type: 'page.counted'; count: number }
  }
}

type PageCounterEvent = { type: 'page.loaded'; token: number; page: AssembledPage }

export const pageCounterMachine = setup({
  types: {} as {
    context: { count: number }
    events: PageCounterEvent
    emitted: EmittedBy<'pageCounter'>
  },
  actors: { listener },
  actions: {
    increment: assign({ count: ({ context }) => context.count + 1 }),
    emitCounted: emit(({ context: { count } }) => ({ type: 'page.counted', count })),
    saveCount: actionEffect<{ count: number }>('saveCount'),
  },
}).createMachine({
  id: 'pageCounter',
  context: { count: 0 },
  invoke: { src: 'listener', input: listenTo<PageCounterEvent>({ fetcher: ['page.loaded'] }) },
  on: {
    'page.loaded': {
      actions: ['increment', 'emitCounted', { type: 'saveCount', params: ({ context: { count } }) => ({ count }) }],
    },
  },
})
`

/** Shows the actor's state and hears its facts, as others would. These are uses of the machine, not parts of it. */
const viewFile = `
import { useSelector } from '@xstate/react'
import { assign, setup } from 'xstate'
import { listenTo, listener } from '#machines/actor-listener.ts'
import { useAppActor } from './app-context.tsx'

interface PageCounted {
  type: 'page.counted'
  count: number
}

export const hearingMachine = setup({
  types: {} as { context: { heard: number }; events: PageCounted },
  actors: { listener },
  actions: { setHeard: assign({ heard: ({ event }) => event.count }) },
}).createMachine({
  context: { heard: 0 },
  invoke: { src: 'listener', input: listenTo<PageCounted>({ pageCounter: ['page.counted'] }) },
  on: { 'page.counted': { actions: 'setHeard' } },
})

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
  const effectsImport = "import { createActor, fromCallback, fromPromise } from 'xstate'"
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
    await expect(copy.compile()).resolves.toMatchObject({ stdout: '' })
    const view = 'src/app/shell/PageCount.tsx'
    const error = (line: number) => ({
      stdout: expect.stringMatching(new RegExp(`PageCount.tsx\\(${line},`)) as unknown,
    })
    await copy.edit(view, "useAppActor('pageCounter')", "useAppActor('pagesCounter')")
    await copy.edit(view, "['page.counted']", "['page.seen']")
    const lines = (await readFile(join(copy.folder, view), 'utf8')).split('\n')
    const lineOf = (text: string) => lines.findIndex((line) => line.includes(text)) + 1
    const refused = copy.compile()
    await expect(refused).rejects.toMatchObject(error(lineOf('pagesCounter')))
    await expect(refused).rejects.toMatchObject(error(lineOf('page.seen')))
    await copy.edit(view, "useAppActor('pagesCounter')", "useAppActor('pageCounter')")
    await copy.edit(view, "['page.seen']", "['page.counted']")
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
    ...(await copy.load<{ PageCount: () => React.JSX.Element; hearingMachine: AnyStateMachine }>(
      '/src/app/shell/PageCount.tsx',
    )),
  }
  const about = pagePayload([component('Title', 'about', { title: 'About' })], { path: '/about' })
  const services = load.createServices({
    loadApi: () => Promise.reject(new Error('Only the page is read.')),
    cache: load.createResourceCache(),
    registry: load.createRegistry(load.siteViews),
    htmlFields: {},
    sanitizeHtml: (html) => html,
    readPage: () => Promise.resolve(about),
    history: createSilentHistory(),
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
  const hearingRef = createActor(load.hearingMachine, { parent: appRef }).start()
  appRef.start()
  const counterRef = appRef.system.get('pageCounter') as AnyActorRef
  await waitFor(counterRef, ({ context }: { context: { count: number } }) => context.count === 1)
  const markup = renderToStaticMarkup(
    createElement(load.AppProvider, { value: appRef }, createElement(load.PageCount)),
  )
  expect(markup).toBe('<p>1 pages</p>')
  expect(stored).toEqual({ pages: '1' })
  expect(hearingRef.getSnapshot().context).toEqual({ heard: 1 })
  appRef.stop()
})
