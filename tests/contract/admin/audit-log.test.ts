import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#content/admin/audit-entry.ts'
import { actorOf } from '#server/audit/actor.ts'
import { auditedChanges } from '#server/audit/audited-changes.ts'
import { createAuditLog } from '#server/audit/audit-log.ts'
import { insertAuditEntries } from '#server/audit/insert-audit-entries.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { type FullApi, createFullApi, hour } from '../support/full-api.ts'

const log = '/_/audit_entries'
const titles = '/component/titles'
const secret = 'difference'
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'
const start = Date.parse('2026-08-01T12:00:00Z')

eachDatabase('the audit log', (open) => {
  let whole: FullApi
  let owner: Awaited<ReturnType<FullApi['as']>>
  let editor: Awaited<ReturnType<FullApi['as']>>
  beforeEach(async () => {
    whole = await createFullApi(await open())
    owner = await whole.as('owner', ['ROLE_SUPER_ADMIN'])
    editor = await whole.as('editor', ['ROLE_ADMIN'])
  })
  afterEach(() => whole.close())

  const list = async (query: Record<string, string> = {}) => {
    const { status, body } = await owner.get(`${log}?${new URLSearchParams(query)}`)
    expect(status).toBe(200)
    return body as unknown as { totalItems: number; member: AuditEntry[] }
  }
  const entries = async (query: Record<string, string> = {}) => (await list(query)).member
  /** Returns the only entry. */
  const only = async (query: Record<string, string> = {}) => {
    const found = await entries(query)
    expect(found).toHaveLength(1)
    return found[0]!
  }
  const create = async (body: object, endpoint = titles) => {
    const { status, body: created, text } = await editor.post(endpoint, body)
    if (status !== 201) throw new Error(text)
    return created['@id'] as string
  }
  const live = (title: string) => create({ title, publishedAt: '2026-07-01T12:00:00+00:00' })
  /** Adds old entries, each a second older than the one before. */
  const fill = async (count: number) => {
    const entry = { action: 'updated', resource: '/x', resourceType: 'X', changes: [] } as const
    const actor = { userId: null, username: 'filler', place: 'test' }
    for (let at = 0; at < count; at += 1)
      await insertAuditEntries(whole.db, actor, [entry], start - at * 1_000)
  }

  test('names what an entry refers to, as it is now, or was before it was deleted', async () => {
    const layout = await create({ reference: 'main', uiComponent: 'CwaLayoutX' }, '/_/layouts')
    const page = { reference: 'about', layout, uiComponent: 'X', isTemplate: false }
    const iri = await create(page, '/_/pages')
    expect((await only({ resource: iri })).names).toEqual({ [iri]: 'about', [layout]: 'main' })
    await owner.patch(editor.iri, { username: 'ed' })
    expect((await only({ resource: editor.iri })).names).toEqual({ [editor.iri]: 'ed' })
    await editor.remove(iri)
    const [first, ...others] = await entries({ resource: iri })
    expect(first!.action).toBe('deleted')
    for (const { names } of [first!, ...others])
      expect(names).toEqual({ [iri]: 'about', [layout]: 'main' })
  })

  test('says who has created, changed and deleted what, when and from where', async () => {
    const iri = await create({ title: 'One' })
    expect(await only({ resource: iri })).toMatchObject({
      '@type': 'AuditEntry',
      action: 'created',
      resource: iri,
      resourceType: 'Title',
      user: editor.iri,
      username: 'editor',
      place: 'in process',
      createdAt: '2026-08-01T12:00:00.000+00:00',
    })
    await editor.patch(iri, { title: 'Two' })
    const [updated] = await entries({ resource: iri })
    expect(updated).toMatchObject({ action: 'updated' })
    expect(updated!.changes).toEqual([
      { property: 'title', before: 'One', after: 'Two', isHidden: false },
    ])
    await editor.remove(iri)
    const [deleted] = await entries({ resource: iri })
    expect(deleted).toMatchObject({ action: 'deleted' })
    expect(deleted!.changes).toContainEqual(
      expect.objectContaining({ property: 'title', before: 'Two', after: null }),
    )
  })

  test('tells drafts from what they replace when they are published', async () => {
    const iri = await live('One')
    const { body } = await editor.patch(iri, { title: 'Two' })
    const draft = body['@id'] as string
    expect(await only({ resource: draft })).toMatchObject({ action: 'created' })
    await editor.patch(draft, { publishedAt: '2026-08-01T12:00:00+00:00' })
    const [published] = await entries({ resource: iri })
    expect(published).toMatchObject({ action: 'published' })
    expect(published!.changes).toContainEqual(
      expect.objectContaining({ property: 'title', before: 'One', after: 'Two' }),
    )
    // It became the live one, so nothing was deleted.
    expect(await entries({ resource: draft, action: 'deleted' })).toEqual([])
  })

  test('has what is published by its date as done by the server, whoever writes then', async () => {
    const iri = await live('One')
    await editor.patch(iri, { title: 'Two', publishedAt: '2026-08-01T13:00:00+00:00' })
    whole.advanceClock(2 * hour)
    const other = await create({ title: 'Other' })
    const [published] = await entries({ resource: iri })
    expect(published).toMatchObject({ action: 'published', user: null, place: 'server' })
    expect(await only({ resource: other })).toMatchObject({ username: 'editor' })
  })

  test('contains relations', async () => {
    const layout = await create({ reference: 'main', uiComponent: 'Main' }, '/_/layouts')
    const about = { reference: 'home', layout, isTemplate: false, uiComponent: 'Primary' }
    const page = await create(about, '/_/pages')
    expect((await only({ resource: page })).changes).toContainEqual({
      property: 'layout',
      before: null,
      after: JSON.stringify([layout]),
      isHidden: false,
    })
    await editor.remove(layout)
    expect((await entries({ resource: layout }))[0]).toMatchObject({ action: 'deleted' })
  })

  test('contains neither passwords nor addresses', async () => {
    const form = await create(
      { formType: 'example', recipients: 'ada@people.test' },
      '/component/forms',
    )
    expect((await only({ resource: form })).changes).toContainEqual({
      property: 'recipients',
      before: null,
      after: null,
      isHidden: true,
    })
    const account = { username: 'bea', emailAddress: 'bea@people.test', plainPassword: secret }
    const { body: user } = await owner.post('/users', { ...account, roles: ['ROLE_ADMIN'] })
    const iri = user['@id'] as string
    await owner.patch(iri, {
      emailAddress: 'other@people.test',
      plainPassword: 'another one',
      enabled: false,
    })
    const [updated, created] = await entries({ resource: iri })
    expect(created).toMatchObject({ action: 'created', resourceType: 'User', username: 'owner' })
    expect(updated!.changes).toContainEqual({
      property: 'enabled',
      before: 'true',
      after: 'false',
      isHidden: false,
    })
    const hidden = updated!.changes.filter(({ isHidden }) => isHidden)
    expect(hidden.map(({ property }) => property)).toEqual(['emailAddress', 'password'])
    await owner.remove(iri)
    expect((await entries({ resource: iri }))[0]).toMatchObject({ action: 'deleted' })
    const stored = JSON.stringify(await whole.db.selectFrom('audit_entry').selectAll().execute())
    expect(stored).not.toMatch(/people\.test|scrypt|difference|another one/)
    expect((await owner.get(`${log}.csv`)).text).not.toMatch(/people\.test|scrypt/)
  })

  test('has what visitors do by the links in mails, without a user', async () => {
    const form = await create({ formType: 'user_register' }, '/component/forms')
    const [first, second] = [secret, secret]
    const values = {
      username: 'ada',
      emailAddress: 'ada@people.test',
      plainPassword: { first, second },
    }
    await whole.browser().post(`${form}/submit`, { user_register: values })
    const [mail] = await whole.mail()
    await whole.browser().get(mail!.link.pathname)
    const { id } = (await whole.find('ada'))!
    const [verified, registered] = await entries({ resource: `/users/${id}` })
    expect(registered).toMatchObject({
      action: 'created',
      user: null,
      username: null,
      place: 'in process',
    })
    expect(verified!.changes).toEqual([
      { property: 'verified', before: 'false', after: 'true', isHidden: false },
    ])
  })

  test('has settings, files of the library and deleted submissions', async () => {
    const setting = await create(
      { key: 'siteName', value: 'The Harbour' },
      '/_/site_config_parameters',
    )
    await editor.patch(setting, { value: 'The Pier' })
    expect((await entries({ resource: setting }))[0]!.changes).toEqual([
      { property: 'value', before: 'The Harbour', after: 'The Pier', isHidden: false },
    ])
    const file = `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`
    const added = await create({ file, name: 'harbour.svg' }, '/_/media_objects')
    await editor.patch(added, { name: 'Pier' })
    await editor.remove(added)
    const actions = (await entries({ resource: added })).map(({ action }) => action)
    expect(actions).toEqual(['deleted', 'updated', 'created'])
    const form = await create({ formType: 'example' }, '/component/forms')
    const { body } = await editor.post(`${form}/test`, {})
    const sent = body['@id'] as string
    await editor.remove(sent)
    expect(await only({ resource: sent })).toMatchObject({ action: 'deleted', changes: [] })
  })

  test('has nothing of what is refused, changes nothing, or is rolled back', async () => {
    const iri = await create({ title: 'One' })
    const { totalItems } = await list()
    await editor.post('/_/pages', { reference: 'incomplete' })
    await editor.patch(iri, { title: 'One' })
    await editor.patch(iri, { title: 'Two' }, { 'If-Match': '"old"' })
    await whole.browser().patch(iri, { title: 'Two' })
    await owner.remove(owner.iri)
    await owner.patch(owner.iri, { username: 'owner' })
    await owner.patch(editor.iri, { username: 'owner' })
    const viewer = { userId: 'somebody', roles: ['ROLE_ADMIN'], username: 'somebody' } as const
    const rolledBack = whole.store.transact(viewer, async (mutations) => {
      await mutations.create(titles, { title: 'Lost' })
      throw new Error('No')
    })
    await expect(rolledBack).rejects.toThrow('No')
    expect((await list()).totalItems).toBe(totalItems)
  })

  test('is written with the change or not at all', async () => {
    const iri = await create({ title: 'One' })
    await sql`alter table audit_entry rename to elsewhere`.execute(whole.db)
    expect((await editor.patch(iri, { title: 'Two' })).status).toBe(500)
    expect((await owner.patch(editor.iri, { username: 'ed' })).status).toBe(500)
    await sql`alter table elsewhere rename to audit_entry`.execute(whole.db)
    expect((await editor.get(iri)).body['title']).toBe('One')
    expect(await whole.find('ed')).toBeUndefined()
  })

  test('is for super admins only, and nobody changes it', async () => {
    await create({ title: 'One' })
    const [entry] = await entries()
    for (const [browser, status] of [
      [whole.browser(), 401],
      [await whole.as('member', ['ROLE_USER']), 403],
      [editor, 403],
    ] as const) {
      for (const path of [log, `${log}.csv`, entry!['@id'], `${log}/none`])
        expect([path, (await browser.get(path)).status]).toEqual([path, status])
    }
    const read = await owner.get(entry!['@id'])
    expect(read.body).toMatchObject({ ...entry })
    expect(read.headers.get('cache-control')).toContain('no-store')
    expect((await owner.get(`${log}/none`)).status).toBe(404)
    expect((await owner.remove(entry!['@id'])).status).toBe(405)
    expect((await owner.patch(entry!['@id'], {})).status).toBe(405)
    expect((await owner.post(log, {})).status).toBe(405)
  })

  test('is filtered by user, resource, action and time, the latest first', async () => {
    const [one, two] = [await create({ title: 'One' }), await create({ title: 'Two' })]
    whole.advanceClock(hour)
    await owner.patch(one, { title: 'Three' })
    const found = async (query: Record<string, string>) =>
      (await entries(query)).map(({ action, resource }) => [action, resource])
    expect(await found({})).toEqual([
      ['updated', one],
      ['created', two],
      ['created', one],
    ])
    expect(await found({ user: 'owner' })).toEqual([['updated', one]])
    expect(await found({ user: editor.iri, resource: two })).toEqual([['created', two]])
    expect(await found({ action: 'created', resource: one })).toEqual([['created', one]])
    expect(await found({ from: '2026-08-01T13:00:00Z' })).toEqual([['updated', one]])
    expect(await found({ to: '2026-08-01T13:00:00Z', user: 'editor' })).toHaveLength(2)
    expect(await found({ from: '2026-08-02' })).toEqual([])
    expect(await found({ user: 'nobody' })).toEqual([])
    for (const wrong of ['action=stolen', 'from=yesterday', 'to=2026-99-99', 'page=0'])
      expect([wrong, (await owner.get(`${log}?${wrong}`)).status]).toEqual([wrong, 400])
    expect((await owner.get(`${log}.csv?from=never`)).status).toBe(400)
  })

  test('is paginated, and counted only so far', async () => {
    await fill(5)
    const { body } = await owner.get(`${log}?perPage=2&page=2`)
    expect(body).toMatchObject({ totalItems: 5, view: { last: `${log}?perPage=2&page=3` } })
    expect(
      (body as unknown as { member: AuditEntry[] }).member.map(({ createdAt }) => createdAt),
    ).toEqual(['2026-08-01T11:59:58.000+00:00', '2026-08-01T11:59:57.000+00:00'])
    expect(await entries({ page: '99999999' })).toEqual([])
  })

  test('is exported as CSV, more than is held in memory at once', async () => {
    await fill(450)
    const iri = await create({ title: '=1+1' })
    const { text, headers } = await owner.get(`${log}.csv`)
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
    const lines = text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('Time,User,From,Action,Type,Resource,Property,Before,After')
    const own = `2026-08-01T12:00:00.000+00:00,editor,in process,created,Title,${iri}`
    expect(lines).toContain(`${own},title,,'=1+1`)
    expect(lines.filter((line) => line.includes(',filler,'))).toHaveLength(450)
    const filtered = await owner.get(`${log}.csv?user=filler&to=2026-08-01T11:55:00Z`)
    expect(filtered.text.trimEnd().split('\r\n')).toHaveLength(150)
    expect((await owner.get(`${log}.csv?user=nobody`)).text.trimEnd().split('\r\n')).toHaveLength(1)
  })

  test('forgets old entries, batch by batch', async () => {
    await fill(30)
    await createAuditLog(whole.db).deleteBefore('2026-08-01T11:59:50.000Z')
    expect((await list()).totalItems).toBe(11)
  })
})

describe('the changes of an entry', () => {
  test('are cut, and say so', () => {
    const [change] = auditedChanges(null, { html: 'x'.repeat(12_345) })
    expect(change!.after).toBe(`${'x'.repeat(2_000)}… (cut: 12,345 characters in all)`)
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`p${at}`, 'y'.repeat(5_000)]),
    )
    expect(JSON.stringify(auditedChanges(many, null)).length).toBeLessThan(40_000)
    const [emoji] = auditedChanges(null, { text: `${'x'.repeat(1_999)}😀 and more` })
    expect(emoji!.after).toMatch(/^x{1999}… \(cut/)
  })

  test('hide what is secret by its name', () => {
    expect(auditedChanges({ apiToken: 'one' }, { apiToken: 'two' })).toEqual([
      { property: 'apiToken', before: null, after: null, isHidden: true },
    ])
  })

  test('are by the server itself where the viewer has no name', () => {
    expect(actorOf({ userId: 'x', roles: [] }).place).toBe('server')
  })
})
