/** Fills the database of a running site with more content than requests could write in a minute. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Libsql from 'libsql'
import { fileName } from '#server/store/db/libsql-file.ts'
import { listColumnsOf } from '#server/store/db/list-columns.ts'
import { nameKeysOf } from '#server/users/name-keys.ts'
import type { ServerProcess } from '../../tests/support/server/server-process.ts'

const words =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango'.split(
    ' ',
  )

const nameOf = (index: number) =>
  `${words[index % words.length]} ${words[(index * 7) % 19]} ${index}`

type Database = InstanceType<typeof Libsql>

const insertStatement = (database: Database, table: string, columns: readonly string[]) =>
  database.prepare(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )

const dateOf = (index: number) => new Date(Date.UTC(2026, 0) + index * 1_000).toISOString()

const insertContent = (database: Database, count: number) => {
  const columns = ['iri', 'type', 'data', 'version', 'search_text', 'sort_key']
  const resource = insertStatement(database, 'resource', [...columns, 'created_at', 'modified_at'])
  const relation = insertStatement(database, 'relation', [
    'from_iri',
    'property',
    'to_iri',
    'position',
  ])
  const layout = database.prepare("select iri from resource where type = 'Layout'").get() as {
    iri: string
  }
  const add = (type: string, iri: string, data: Record<string, unknown>, index: number) => {
    const { search_text, sort_key } = listColumnsOf(iri, data)
    const at = dateOf(index)
    resource.run([iri, type, JSON.stringify(data), 1, search_text, sort_key, at, at])
  }
  for (let index = 0; index < count; index += 1) {
    const name = nameOf(index)
    const page = `/_/pages/${randomUUID()}`
    const path = `/of/${name.replaceAll(' ', '-')}`
    add('Page', page, pageData(name), index)
    add('Route', `/_/routes/${path}`, { path, name: path }, index)
    relation.run([page, 'layout', layout.iri, 0])
    relation.run([`/_/routes/${path}`, 'page', page, 0])
  }
}

const pageData = (name: string) => ({
  reference: `page of ${name}`,
  title: `Page of ${name}`,
  metaDescription: `All that there is to say about ${name}, in a sentence of the usual length.`,
  isTemplate: false,
  uiComponent: 'PrimaryPageTemplate',
})

const insertAccounts = (database: Database, count: number) => {
  const columns = ['id', 'username', 'email_address', 'username_key', 'email_key', 'password']
  const more = ['roles', 'enabled', 'verified', 'created_at', 'modified_at']
  const account = insertStatement(database, 'account', [...columns, ...more])
  for (let index = 0; index < count; index += 1) {
    const username = `user-${nameOf(index).replaceAll(' ', '-')}`
    const email_address = `${username}@example.com`
    const keys = nameKeysOf({ username, email_address })
    const at = dateOf(index)
    const names = [username, email_address, keys.username_key, keys.email_key]
    account.run([randomUUID(), ...names, 'none', '["ROLE_USER"]', 1, 1, at, at])
  }
}

/** Adds `count` pages with their routes, and as many accounts, in one transaction. */
export const fillSite = async ({ dataDir }: ServerProcess, count: number) => {
  const database = new Libsql(join(dataDir, fileName))
  database.pragma('busy_timeout = 5000')
  database.exec('begin immediate')
  insertContent(database, count)
  insertAccounts(database, count)
  database.exec('commit')
  database.close()
}
