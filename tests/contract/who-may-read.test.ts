/** One rule of reading, held against every way of reading on sites that nobody would plan (api, sections 8 and 11.1). */
import fc from 'fast-check'
import { test } from 'vitest'
import { createAccounts } from '#server/accounts.ts'
import { openDatabase } from '#server/store/database.ts'
import { kinds } from '#site/kinds.ts'
import { type Place, eachPlace } from '../support/databases.ts'
import { type Plan, buildSite, createWords, plans } from '../support/generated-site.ts'
import { listen } from '../support/listen.ts'
import { expectReading } from '../support/reading-checks.ts'
import { type Model, type Reader, modelOf, readStored, readers } from '../support/reading-model.ts'
import { createPerson, password, startServer } from '../support/server.ts'
import { applyChange, createMarks, expectHeard } from '../support/site-changes.ts'

const endpoints = new Map([
  ['Route', '/_/routes'],
  ['Page', '/_/pages'],
  ['Layout', '/_/layouts'],
  ['ComponentGroup', '/_/component_groups'],
  ['ComponentPosition', '/_/component_positions'],
  ...[...kinds.components, ...kinds.data].map(({ type, endpoint }) => [type, endpoint] as const),
])

const open = async (place: Place) => {
  const server = await startServer(place)
  const database = await openDatabase({
    dataDir: place.DATA_DIR,
    databaseUrl: place.DATABASE_URL ?? null,
  })
  await createAccounts(database.db, Date.now).create({
    username: 'reader',
    emailAddress: 'reader@example.org',
    password,
    roles: ['ROLE_USER'],
  })
  const people = {
    visitor: createPerson(server.url),
    user: createPerson(server.url),
    editor: createPerson(server.url),
  }
  await people.user.signIn('reader')
  await people.editor.signIn()

  let ahead = 0
  const now = () => Date.now() + ahead
  const models = async (): Promise<Record<Reader, Model>> => {
    const stored = await readStored(database.db)
    const at = new Date(now()).toISOString()
    return {
      visitor: modelOf(stored, 'visitor', at),
      user: modelOf(stored, 'user', at),
      editor: modelOf(stored, 'editor', at),
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

const carryOut = async (site: Awaited<ReturnType<typeof open>>, plan: Plan) => {
  const { server, people, now, models, advance } = site
  const { editor } = people
  const word = createWords()
  await buildSite(editor, plan, word, now())

  const expectAll = async () => {
    const all = await models()
    for (const reader of readers) {
      await expectReading(reader, all[reader], all.visitor, people[reader], endpoints)
    }
  }
  await expectAll()

  const heardUntilMark = await createMarks(editor)
  const listeners = {
    visitor: await listen(server.url),
    user: await listen(server.url, { as: people.user }),
    editor: await listen(server.url, { as: editor }),
  }
  await heardUntilMark(listeners)
  for (const change of plan.changes) {
    const before = await models()
    await applyChange({ editor, word, advance }, before, change)
    expectHeard(await heardUntilMark(listeners), before, await models())
  }
  await expectAll()
  for (const listener of Object.values(listeners)) listener.close()
}

eachPlace('who may read', (newPlace) => {
  test('is the same for whichever way something is read or heard of', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const site = await open(await newPlace())
        try {
          await carryOut(site, plan)
        } finally {
          await site.close()
        }
      }),
      { numRuns: 4 },
    )
  }, 600_000)
})
