/**
 * A machine that is three files: its own, with the facts that it emits, the line that starts it, and its effects. Nothing
 * else registers it, whether it starts with the page, is loaded after it, or belongs to the editor.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AnyActorRef, type AnyStateMachine, createActor, waitFor } from 'xstate'
import type { PagePayload } from '#content/page/fetching/payload.ts'
import { locationOf } from '#content/navigation/location.ts'
import type { createAppActor } from '#src/app/effects/app-effects.ts'
import type { AppProvider } from '#src/app/shell/app-context.tsx'
import type { createServices } from '#src/app/services/services.ts'
import type { createResourceCache } from '#src/resources/resource-cache.ts'
import type { createRegistry } from '#src/app/services/create-registry.ts'
import type { siteViews } from '#site/index.ts'
import { admin } from '../support/content/sample-resources.ts'
import { component, pagePayload } from '../support/content/page-payload.ts'
import { createScratchCopy } from '../support/server/scratch-copy.ts'
import { createSilentHistory } from '../support/silent-history.ts'

/** Three machines that do the same, each started in another file. */
const machines = [
  {
    id: 'pageCounter',
    file: 'machines/page/page-counter.ts',
    starting: 'machines/app/app.ts',
    line: 'const pageActors = {',
    effects: 'src/app/effects/app-effects.ts',
    provided: '  appMachine.provide({\n    actors: {',
  },
  {
    id: 'deferredCounter',
    file: 'machines/page/deferred-counter.ts',
    starting: 'machines/app/deferred-actors.ts',
    line: 'export const deferredActors = {',
    effects: 'src/app/effects/deferred-effects.ts',
    provided: '  ...deferredActors,',
  },
  {
    id: 'editorCounter',
    file: 'machines/editing/editor-counter.ts',
    starting: 'machines/editing/editor-actors.ts',
    line: 'export const editorActors = {',
    effects: 'src/app/effects/editing/editor-effects.ts',
    provided: '  ...editorActors,',
  },
]

const machineFile = (id: string) => `
/** Counts the pages that are loaded, saves how many, and tells it. */
import { assign, emit, setup } from 'xstate'
import type { AssembledPage } from '#content/page/page.ts'
import { listenTo, listener } from '../actor-listener.ts'
import { actionEffect } from '../declare-effects.ts'
import type { EmittedBy } from '../emitted-events.ts'

declare module '../emitted-events.ts' {
  interface EmittedEvents {
    ${id}: { type: 'page.counted'; count: number }
  }
}

type CounterEvent = { type: 'page.loaded'; token: number; page: AssembledPage }

export const ${id}Machine = setup({
  types: {} as {
    context: { count: number }
    events: CounterEvent
    emitted: EmittedBy<'${id}'>
  },
  actors: { listener },
  actions: {
    increment: assign({ count: ({ context }) => context.count + 1 }),
    emitCounted: emit(({ context: { count } }) => ({ type: 'page.counted', count })),
    saveCount: actionEffect<{ count: number }>(),
  },
}).createMachine({
  id: '${id}',
  context: { count: 0 },
  invoke: listenTo<CounterEvent>({ fetcher: ['page.loaded'] }),
  on: {
    'page.loaded': {
      actions: ['increment', 'emitCounted', { type: 'saveCount', params: ({ context: { count } }) => ({ count }) }],
    },
  },
})
`

/** Shows the actors' state and hears their facts, as others would. These are uses of the machine, not parts of it. */
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
  actions: { addHeard: assign({ heard: ({ context, event }) => context.heard + event.count }) },
}).createMachine({
  context: { heard: 0 },
  invoke: listenTo<PageCounted>({
      pageCounter: ['page.counted'],
      deferredCounter: ['page.counted'],
      editorCounter: ['page.counted'],
    }),
  on: { 'page.counted': { actions: 'addHeard' } },
})

export function PageCount() {
  const pages = useSelector(useAppActor('pageCounter'), ({ context }) => context.count)
  const edited = useSelector(useAppActor('editorCounter'), ({ context }) => context.count)
  return <p>{pages} pages, {edited} edited</p>
}
`

type LoadedActors = Record<string, AnyStateMachine>

/** Returns the actor of this id in place of the whole bundle. */
const only = (actors: LoadedActors, id: string) => ({ [id]: actors[id] }) as unknown as never

let copy: Awaited<ReturnType<typeof createScratchCopy>>

beforeAll(async () => {
  copy = await createScratchCopy({
    ...Object.fromEntries(machines.map(({ id, file }) => [file, machineFile(id)])),
    'src/app/shell/PageCount.tsx': viewFile,
  })
  for (const { id, file, starting, line, effects, provided } of machines) {
    const imported = `import { ${id}Machine } from '#${file}'\n`
    await copy.edit(starting, line, `${line}\n  ${id}: ${id}Machine,`)
    await copy.edit(starting, 'import ', `${imported}import `)
    await copy.edit(
      effects,
      provided,
      `${provided}
      ${id}: ${id}Machine.provide({
        actions: { saveCount: (_, { count }) => sessionStorage.setItem('${id}', String(count)) },
      }),`,
    )
    await copy.edit(effects, 'import ', `${imported}import `)
  }
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
  const { deferred } = await copy.load<{ deferred: LoadedActors }>(
    '/src/app/effects/deferred-effects.ts',
  )
  const { editor } = await copy.load<{ editor: LoadedActors }>(
    '/src/app/effects/editing/editor-effects.ts',
  )
  const about = pagePayload([component('Title', 'about', { title: 'About' })], { path: '/about' })
  let answer = (_: PagePayload) => {}
  const read = new Promise<PagePayload>((resolve) => (answer = resolve))
  const services = load.createServices({
    loadApi: () => Promise.reject(new Error('Only the page is read.')),
    cache: load.createResourceCache(),
    registry: load.createRegistry(load.siteViews),
    htmlFields: {},
    sanitizeHtml: (html) => html,
    readPage: () => read,
    history: createSilentHistory(),
    pageReady: () => Promise.resolve(),
    // Of the loaded actors, only those of this test run here.
    loadDeferred: async () => ({ actors: only(deferred, 'deferredCounter'), views: null }),
    loadEditor: async () => ({ actors: only(editor, 'editorCounter'), views: null }),
  })
  const appRef = load.createAppActor(services, {
    location: locationOf('/about'),
    page: null,
    failure: null,
    user: admin,
    hasSessionHint: false,
    hub: null,
    lastEventId: null,
  })
  const hearingRef = createActor(load.hearingMachine, { parent: appRef }).start()
  appRef.start()
  const counterOf = (id: string) => appRef.system.get(id) as AnyActorRef | undefined
  await vi.waitUntil(() => counterOf('deferredCounter') && counterOf('editorCounter'))
  answer(about)
  await waitFor(
    counterOf('pageCounter')!,
    ({ context }: { context: { count: number } }) => context.count === 1,
  )
  const markup = renderToStaticMarkup(
    createElement(load.AppProvider, { value: appRef }, createElement(load.PageCount)),
  )
  expect(markup).toBe('<p>1 pages, 1 edited</p>')
  expect(stored).toEqual({ pageCounter: '1', deferredCounter: '1', editorCounter: '1' })
  expect(hearingRef.getSnapshot().context).toEqual({ heard: 3 })
  appRef.stop()
})
