/** The content API itself, in process, as `fetch`: what the front end is tried against. */
import { Kysely, Migrator } from 'kysely'
import Libsql from 'libsql'
import { type Viewer, anonymous } from '#server/auth/viewer.ts'
import { createLibsqlDialect } from '#server/store/db/libsql-dialect.ts'
import { migrations } from '#server/store/db/migrations.ts'
import type { Schema } from '#server/store/db/schema.ts'
import { createContentApi } from '../../contract/support/content-api.ts'

export const apiBase = 'http://site.test/_api'

/** Creates the API on an empty database in memory. */
export const openInMemoryContent = async () => {
  const db = new Kysely<Schema>({
    dialect: createLibsqlDialect(new Libsql(':memory:'), { lockTimeout: 0 }),
  })
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  if (error) throw error
  return createContentApi(db)
}

export type Content = Awaited<ReturnType<typeof openInMemoryContent>>

/** Returns a `fetch` that is answered by the in-memory API, and the list of requests that it was called with. */
export const fetchFrom = (content: Content, viewer: Viewer = anonymous) => {
  const requests: string[] = []
  const fetchContent: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const iri = request.url.slice(apiBase.length)
    requests.push(`${request.method} ${iri}`)
    // The asker names the content type itself.
    const { 'content-type': _, ...sent } = Object.fromEntries(request.headers)
    const { status, headers, body } = await content.as(viewer).ask(request.method, iri, {
      headers: sent,
      ...(request.body && { body: await request.text() }),
    })
    return new Response(body && JSON.stringify(body), { status, headers })
  }
  return { requests, fetch: fetchContent }
}
