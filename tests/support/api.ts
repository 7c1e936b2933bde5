/** The content API itself, in process, as `fetch`: what the front end is tried against. */
import { Kysely, Migrator } from 'kysely'
import Libsql from 'libsql'
import { type Viewer, anonymous } from '#server/env.ts'
import { createLibsqlDialect } from '#server/store/libsql.ts'
import { migrations } from '#server/store/migrations.ts'
import type { Schema } from '#server/store/schema.ts'
import { createContent } from '../contract/content.ts'

export const apiBase = 'http://site.test/_api'

export const openContent = async () => {
  const db = new Kysely<Schema>({
    dialect: createLibsqlDialect(new Libsql(':memory:'), { lockPatience: 0 }),
  })
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  if (error) throw error
  return createContent(db)
}

export type Content = Awaited<ReturnType<typeof openContent>>

/** Notes what is asked for. */
export const fetchFrom = (content: Content, viewer: Viewer = anonymous) => {
  const asked: string[] = []
  const ask: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const iri = request.url.slice(apiBase.length)
    asked.push(`${request.method} ${iri}`)
    // The asker names the content type itself.
    const { 'content-type': _, ...sent } = Object.fromEntries(request.headers)
    const { status, headers, body } = await content.as(viewer).ask(request.method, iri, {
      headers: sent,
      ...(request.body && { body: await request.text() }),
    })
    return new Response(body && JSON.stringify(body), { status, headers })
  }
  return { asked, fetch: ask }
}
