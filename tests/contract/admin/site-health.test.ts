import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type SiteHealth, healthChecksOf } from '#content/admin/site-health.ts'
import { secretKeyFile } from '#server/startup/secret-keys.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { createFullApi } from '../support/full-api.ts'

const path = '/_/health'

eachDatabase('the health of the site', (open) => {
  test('is for super admins only', async () => {
    const trustedHosts = ['www.troupe.test']
    const whole = await createFullApi(await open(), { trustedHosts })
    for (const [browser, status] of [
      [whole.browser(), 401],
      [await whole.as('member', ['ROLE_USER']), 403],
      [await whole.as('editor', ['ROLE_ADMIN']), 403],
    ] as const)
      expect((await browser.get(path)).status).toBe(status)
    const owner = await whole.as('owner', ['ROLE_SUPER_ADMIN'])
    const { status, headers, body } = await owner.get(path)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(body).toMatchObject({
      '@type': 'SiteHealth',
      database: { state: 'ok' },
      disk: { state: 'ok' },
      mail: { waiting: 0, tried: 0, lastFailure: null },
      hub: { readers: 2, catchingUp: 1, behind: 0 },
      addresses: { siteUrl: null, trustedHosts, isLocal: false },
      versions: { app: 'test', node: process.version },
    })
    const { versions, disk, database } = body as unknown as SiteHealth
    expect(versions.database).toMatch(/^(SQLite|PostgreSQL) \d+\.\d+/)
    expect(disk.free).toBeGreaterThan(0)
    expect(database.latency).toBeGreaterThan(0)
    expect((await owner.post(path, {})).status).toBe(405)
    await whole.close()
  })

  test('says that others can read the secret key, until they cannot', async () => {
    const whole = await createFullApi(await open())
    const owner = await whole.as('owner', ['ROLE_SUPER_ADMIN'])
    const secretKey = async () => {
      const { body } = await owner.get(path)
      const checks = healthChecksOf(body as unknown as SiteHealth)
      return checks.find(({ name }) => name === 'Two-factor keys')
    }
    expect(await secretKey()).toMatchObject({ state: 'good' })
    const file = join(whole.folder, secretKeyFile)
    await writeFile(file, 'a key', { mode: 0o600 })
    expect(await secretKey()).toMatchObject({ state: 'good' })
    await chmod(file, 0o644)
    expect(await secretKey()).toMatchObject({
      state: 'attention',
      advice: expect.stringContaining('chmod 600') as string,
    })
    await whole.close()
  })

  test('says that mail is not delivered, without any address', async () => {
    const smtpUrl = 'smtp://127.0.0.1:1'
    const whole = await createFullApi(await open(), { smtpUrl })
    const owner = await whole.as('owner', ['ROLE_SUPER_ADMIN'])
    await whole.as('ada', ['ROLE_USER'])
    await whole.browser().get('/password/reset/request/ada')
    await whole.mailTried()
    const { body, text } = await owner.get(path)
    expect(body).toMatchObject({
      mail: {
        waiting: 1,
        tried: 1,
        lastFailure: { at: '2026-08-01T12:00:00.000Z', reason: expect.any(String) as string },
      },
    })
    expect(text).not.toContain('people.test')
    const mail = healthChecksOf(body as unknown as SiteHealth).find(({ name }) => name === 'Mail')
    expect(mail).toMatchObject({ state: 'bad', label: 'Not delivered' })
    await whole.close()
  })
})
