/** Checks the single rule of read access against every way of reading, on randomly generated sites. */
import fc from 'fast-check'
import { test } from 'vitest'
import { openDatabase } from '#server/store/db/open-database.ts'
import { kinds } from '#site/kinds.ts'
import { type StorageEnv, eachStorage } from '../../support/server/databases.ts'
import {
  type SitePlan,
  buildSite,
  createUniqueWords,
  sitePlans,
} from '../../support/content/generated-site.ts'
import { subscribeToHub } from '../../support/http/hub-subscriber.ts'
import { expectAccess } from '../../support/content/access-checks.ts'
import {
  type AccessModel,
  type ViewerRole,
  createAccessModel,
  readStoredContent,
  viewers,
} from '../../support/content/access-model.ts'
import { createUserAccount } from '../../support/server/create-account.ts'
import { createHttpClient, startServer } from '../../support/server/in-process-server.ts'
import {
  applyChange,
  createMarkers,
  expectDeliveries,
} from '../../support/content/hub-audience-checks.ts'

const endpoints = new Map([
  ['Route', '/_/routes'],
  ['Page', '/_/pages'],
  ['Layout', '/_/layouts'],
  ['ComponentGroup', '/_/component_groups'],
  ['ComponentPosition', '/_/component_positions'],
  ...[...kinds.components, ...kinds.data].map(({ type, endpoint }) => [type, endpoint] as const),
])

const open = async (storage: StorageEnv) => {
  const server = await startServer(storage)
  const database = await openDatabase({
    dataDir: storage.DATA_DIR,
    databaseUrl: storage.DATABASE_URL ?? null,
  })
  await createUserAccount(storage, 'reader')
  const people = {
    visitor: createHttpClient(server.url),
    user: createHttpClient(server.url),
    editor: createHttpClient(server.url),
  }
  await people.user.signIn('reader')
  await people.editor.signIn()

  let ahead = 0
  const now = () => Date.now() + ahead
  const models = async (): Promise<Record<ViewerRole, AccessModel>> => {
    const stored = await readStoredContent(database.db)
    const at = new Date(now()).toISOString()
    return {
      visitor: createAccessModel(stored, 'visitor', at),
      user: createAccessModel(stored, 'user', at),
      editor: createAccessModel(stored, 'editor', at),
    }
  }
  return {
    server,
    people,
    now,
    models,
    advance: (by: number) => {
      ahead += by
      server.advance(by)
    },
    close: async () => {
      await database.close()
      await server.stop()
    },
  }
}

const carryOut = async (site: Awaited<ReturnType<typeof open>>, plan: SitePlan) => {
  const { server, people, now, models, advance } = site
  const { editor } = people
  const word = createUniqueWords()
  await buildSite(editor, plan, word, now())

  const expectAll = async () => {
    const all = await models()
    for (const viewer of viewers) {
      await expectAccess(viewer, all[viewer], all.visitor, people[viewer], endpoints)
    }
  }
  await expectAll()

  const receiveUntilMark = await createMarkers(editor)
  const listeners = {
    visitor: await subscribeToHub(server.url),
    user: await subscribeToHub(server.url, { as: people.user }),
    editor: await subscribeToHub(server.url, { as: editor }),
  }
  await receiveUntilMark(listeners)
  for (const change of plan.changes) {
    const before = await models()
    await applyChange({ editor, word, advance }, before, change)
    expectDeliveries(await receiveUntilMark(listeners), before, await models())
  }
  await expectAll()
  for (const listener of Object.values(listeners)) listener.close()
}

eachStorage('read access', (newStorage) => {
  test('is the same for every way of reading and for events', async () => {
    await fc.assert(
      fc.asyncProperty(sitePlans, async (plan) => {
        const site = await open(await newStorage())
        try {
          await carryOut(site, plan)
        } finally {
          await site.close()
        }
      }),
      { numRuns: 4, endOnFailure: true },
    )
  }, 600_000)
})
