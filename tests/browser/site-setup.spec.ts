/** The first screen of a new site, at the address that its first start prints. */
import { findings } from './support/accessibility.ts'
import { button, expect, heading, open, test as base } from './support/fixtures.ts'
import { startServerProcess } from '../support/server/server-process.ts'

const test = base.extend({
  site: async ({}, provide) => {
    const site = await startServerProcess({ ADMIN_PASSWORD: '' })
    await provide(site)
    await site.dispose()
  },
})
test.use({ expectedErrors: /status of (404|422)/ })

test('a new site gets its owner, its name and an empty home page, once', async ({
  site,
  visitor: owner,
  newUser,
}) => {
  const [path = ''] = /\/set-up-site\/\S+/.exec(site.output()) ?? []
  await open(owner, path)
  await expect(owner.getByLabel('Your username')).toHaveValue('admin')
  for (const width of [1280, 390]) {
    await owner.setViewportSize({ width, height: 800 })
    expect(await findings(owner)).toEqual([])
  }
  await owner.getByLabel('Name of the site').fill('The Harbour')
  await owner.getByLabel('Your username').fill('ada')
  await owner.getByLabel('Your email address').fill('ada@people.test')
  await owner.getByLabel('Your password').fill('short')
  await owner.getByLabel('Repeat the password').fill('shorter')
  await button(owner, 'Set up the site').click()
  await expect(owner.getByText('The two passwords are not the same.')).toBeVisible()
  await owner.getByLabel('Repeat the password').fill('short')
  await button(owner, 'Set up the site').click()
  await expect(owner.getByText('Use at least 6 characters.')).toBeVisible()
  await owner.getByLabel('Your password').fill('a long secret')
  await owner.getByLabel('Repeat the password').fill('a long secret')
  await owner.getByRole('radio', { name: 'An empty home page' }).check()
  await button(owner, 'Set up the site').click()

  await expect(owner).toHaveURL('/')
  await expect(heading(owner)).toHaveText('The Harbour')
  await expect(owner).toHaveTitle(/The Harbour/)
  await expect(button(owner, 'Edit')).toBeVisible()
  const visitor = await newUser()
  await open(visitor, '/')
  await expect(heading(visitor)).toHaveText('The Harbour')
  expect((await visitor.request.get('/about')).status()).toBe(404)
  await open(visitor, path)
  await expect(visitor.getByText('This address is not valid any more')).toBeVisible()
})
