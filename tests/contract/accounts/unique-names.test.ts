import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '#server/store/db/migrations.ts'
import { nameKey } from '#server/users/name-keys.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { type FullApi, createFullApi } from '../support/full-api.ts'

const plainPassword = 'analytical'
const variants = [
  ['Émile', 'éMILE'],
  ['Émile', 'E\u0301mile'],
  ['straße', 'STRASSE'],
  ['STRAẞE', 'straße'],
  ['İpek', 'i\u0307PEK'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['Ярослав', 'ярослав'],
] as const

describe('the key that names are compared by', () => {
  /** Letters without a one-to-one upper case, marks that are reordered, and letters that are equivalent. */
  const difficult = fc.constantFrom(...'iIıİßẞσςΣΐᾳᾼŉǰαΑᾷµμſẛΩ\u0307\u0308\u0301\u0323\u0345')
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ unit: difficult, maxLength: 8 }),
  )

  test('is the same for every spelling of a name', () => {
    fc.assert(
      fc.property(name, (text) => {
        const key = nameKey(text)
        // The upper case of a subscript iota is a letter of its own, which blocks the reordering of marks.
        const hasIotaBelow = text.normalize('NFD').includes('\u0345')
        const forms = ['NFC', 'NFD'].map((form) => text.normalize(form))
        for (const same of [
          ...forms,
          ...forms.map((form) => form.toLowerCase()),
          ...(hasIotaBelow ? [] : forms.map((form) => form.toUpperCase())),
          key ?? '',
        ]) {
          expect(nameKey(same)).toBe(key)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('is null for text longer than any name', () => {
    expect(nameKey('x'.repeat(255))).toHaveLength(255)
    expect(nameKey('x'.repeat(256))).toBeNull()
  })
})

eachDatabase('names', (open) => {
  let api: FullApi
  let root: Awaited<ReturnType<FullApi['as']>>
  beforeEach(async () => {
    api = await createFullApi(await open())
    root = await api.as('root', ['ROLE_SUPER_ADMIN'])
  })
  afterEach(() => api.close())

  let addresses = 0
  const make = (username: string) =>
    root.post('/users', {
      username,
      emailAddress: `somebody-${(addresses += 1)}@people.test`,
      plainPassword,
    })

  test.each(variants)('%s is also %s', async (one, other) => {
    expect((await make(one)).status).toBe(201)
    const again = await make(other)
    expect(again.status).toBe(422)
    expect(again.body.violations).toMatchObject([{ propertyPath: 'username' }])
    for (const name of [one, other]) {
      expect((await api.browser().signIn(name, plainPassword)).status).toBe(204)
      const { body } = await root.get(`/users?username=${encodeURIComponent(name)}`)
      expect(body.member.map(({ username }) => username)).toEqual([one])
    }
  })

  test('may be respelled by their owners', async () => {
    const { body } = await make('Émile')
    const { status } = await root.patch(body['@id'], { username: 'ÉMILE' })
    expect(status).toBe(200)
    expect((await api.browser().signIn('émile', plainPassword)).status).toBe(204)
  })

  test('that are too long match nobody', async () => {
    expect((await make('e\u0301'.repeat(128))).status).toBe(422)
    const marks = `e${'\u0301'.repeat(30_000)}`
    expect((await api.browser().signIn(marks, plainPassword)).status).toBe(401)
    expect((await root.get(`/users?username=${'x'.repeat(300)}`)).body.member).toEqual([])
  })

  test('of existing accounts are compared alike after the migration, and nobody loses theirs', async () => {
    const { db } = api
    for (const index of ['account_by_age', 'account_by_name'])
      await db.schema.dropIndex(index).execute()
    for (const column of ['username_key', 'email_key']) {
      await db.schema.dropIndex(`account_by_${column}`).execute()
      await db.schema.alterTable('account').dropColumn(column).execute()
    }
    const rest = await db.selectFrom('account').selectAll().executeTakeFirstOrThrow()
    for (const [at, username] of ['Émile', 'éMILE', 'E\u0301mile'].entries()) {
      const names = { id: `${at}`, username, email_address: `emile-${at}@people.test` }
      const created_at = `2027-01-0${at + 1}T00:00:00.000Z`
      await db
        .insertInto('account')
        .values({ ...rest, ...names, created_at })
        .execute()
    }
    await migrations['0007-name-keys']!.up(db)

    const idOf = async (name: string) => (await api.find(name))?.id
    for (const name of ['Émile', 'émile', 'EMILE-0@people.test']) expect(await idOf(name)).toBe('0')
    for (const at of ['1', '2']) expect(await idOf(`Emile-${at}@People.test`)).toBe(at)
    expect(await idOf('ROOT')).toBe(rest.id)
  })
})
