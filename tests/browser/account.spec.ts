/** The screens that mails about accounts lead to, from the mail in the outbox on: with scripts and without. */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { atEachWidth, seriousFindings } from './support/accessibility.ts'
import {
  button,
  createAccount,
  expect,
  heading,
  open,
  submitSignIn,
  test,
} from './support/fixtures.ts'
import type { ServerProcess } from '../support/server/server-process.ts'

test.use({ expectedErrors: /status of (401|404|422)|net::ERR_INTERNET_DISCONNECTED/ })

const newPassword = 'a-new-long-password'

/** Returns the paths of the links in the mails that were sent so far, the newest last. */
const linksIn = async ({ dataDir }: ServerProcess) => {
  const folder = join(dataDir, 'outbox')
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(
    files.toSorted().map((name) => readFile(join(folder, name), 'utf8')),
  )
  return mails.flatMap((mail) => {
    // Quoted-printable: long lines are broken by "=", and "=" itself is written as "=3D".
    const text = mail.replaceAll('=\n', '').replaceAll('=3D', '=')
    return (
      /https?:\/\/[^/\s]+(\/(?:reset-password|verify-email|confirm-new-email)\/[^\s"<]+)/.exec(
        text,
      )?.[1] ?? []
    )
  })
}

/** Waits for the mail with a link to a screen, and returns the path of the link. */
const linkTo = async (site: ServerProcess, screen: string, count = 1) => {
  const found = async () => (await linksIn(site)).filter((link) => link.startsWith(`/${screen}/`))
  await expect.poll(async () => (await found()).length, screen).toBe(count)
  return (await found()).at(-1)!
}

const outcome = (page: Page) => page.getByRole('main').getByRole('status')

const askForReset = async (page: Page, username: string) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(heading(page)).toHaveText('Forgot password')
  await page.getByLabel('Username or email').fill(username)
  await button(page, 'Send the mail').click()
  await expect(outcome(page)).toContainText(`If there is an account for “${username}”`)
}

const choosePassword = async (page: Page, first: string, second = first) => {
  await page.getByLabel('New password', { exact: true }).fill(first)
  await page.getByLabel('Repeat the new password').fill(second)
  await button(page, 'Set the password').click()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test('a forgotten password is replaced by a new one, and the link is valid once', async ({
      editor,
      newUser,
      site,
    }) => {
      await createAccount(editor, 'mia', 'ROLE_USER')
      const page = await newUser({ javaScriptEnabled })
      await askForReset(page, 'nobody')
      await askForReset(page, 'mia')
      const link = await linkTo(site, 'reset-password')
      expect(await linksIn(site)).toHaveLength(1)

      await page.goto(link)
      await choosePassword(page, newPassword, 'mistyped')
      await expect(page.getByText('The two passwords are not the same.')).toBeVisible()
      await choosePassword(page, 'short')
      await expect(page.getByText('Use at least 6 characters.')).toBeVisible()
      await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute(
        'aria-invalid',
        'true',
      )
      await choosePassword(page, newPassword)
      await expect(outcome(page)).toHaveText('Your new password is set. Sign in with it.')

      await page.goto(link)
      await expect(outcome(page)).toContainText('expired or was used already')
      await page.getByRole('link', { name: 'Go to sign in' }).click()
      await submitSignIn(page, 'mia', newPassword)
      await expect(page).toHaveURL('/')
      expect(site.output()).not.toContain(link.split('/').at(-1)!)
    })

    test('an address is confirmed by its link, and a link that was used offers another one', async ({
      editor,
      newUser,
      site,
    }) => {
      const iri = await createAccount(editor, 'mia', 'ROLE_USER')
      const changed = await editor.request.patch(`/_api${iri}`, {
        headers: { 'content-type': 'application/merge-patch+json' },
        data: { newEmailAddress: 'mia.new@example.org' },
      })
      expect(changed.status()).toBe(200)
      const link = await linkTo(site, 'confirm-new-email')
      const page = await newUser({ javaScriptEnabled })
      const confirm = async () => {
        await page.goto(link)
        if (!javaScriptEnabled) await button(page, 'Confirm').click()
      }
      await confirm()
      await expect(outcome(page)).toHaveText('Your email address is now mia.new@example.org.')
      await confirm()
      await expect(outcome(page)).toHaveText('This link has expired or was used already.')
      await button(page, 'Send a new link').click()
      await expect(outcome(page)).toContainText('If the account still waits for this')
    })
  })
}

test('a new user is invited by a mail, and chooses the first password', async ({
  editor,
  newUser,
  site,
}) => {
  await open(editor, '/_cwa/users/add')
  await editor.getByLabel('Username').fill('mia')
  await editor.getByLabel('Email address').fill('mia@example.org')
  await button(editor, 'Add Now').click()
  await expect(heading(editor)).toHaveText('mia')
  const first = await linkTo(site, 'reset-password')
  const mail = editor.getByRole('region', { name: 'Mail' })
  await expect(mail).toContainText('has been invited by mail')
  await button(mail, 'Send the invitation again').click()
  await expect(mail.getByRole('status')).toHaveText('Sent')
  expect(await seriousFindings(editor)).toEqual([])

  const page = await newUser()
  await page.goto(first)
  await expect(outcome(page)).toContainText('expired or was used already')
  await page.goto(await linkTo(site, 'reset-password', 2))
  await choosePassword(page, newPassword)
  await expect(outcome(page)).toHaveText('Your new password is set. Sign in with it.')
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await submitSignIn(page, 'mia', newPassword)
  await expect(page).toHaveURL('/')

  await editor.reload()
  await expect(heading(editor)).toHaveText('mia')
  await expect(mail).toHaveCount(0)
})

test('an incomplete address is not found', async ({ visitor }) => {
  await visitor.goto('/reset-password/mia')
  await expect(heading(visitor)).toHaveText('This Page Doesn’t Exist')
  await expect(visitor.getByRole('main')).toContainText('the code at its end is missing')
})

test('what was typed outlives a network that is lost before the code to send it is loaded', async ({
  visitor: page,
}) => {
  const code = /\/assets\/api-bundle-/
  const held: Route[] = []
  await page.route(code, (route) => void held.push(route))
  await open(page, '/forgot-password')
  await page.getByLabel('Username or email').fill('admin')
  await button(page, 'Send the mail').click()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await page.context().setOffline(true)
  for (const route of held) await route.abort('internetdisconnected')
  await expect(page.getByRole('alert')).toContainText('You seem to be offline')
  await expect(page.getByLabel('Username or email')).toHaveValue('admin')
  await page.unroute(code)
  await page.context().setOffline(false)
  await button(page, 'Send the mail').click()
  await expect(outcome(page)).toBeFocused()
})

test('what was typed outlives a lost network, and is sent when it is back', async ({
  visitor: page,
}) => {
  await open(page, '/forgot-password')
  await page.getByLabel('Username or email').fill('admin')
  await page.context().setOffline(true)
  await button(page, 'Send the mail').click()
  await expect(page.getByRole('alert')).toContainText('You seem to be offline')
  await expect(page.getByLabel('Username or email')).toHaveValue('admin')
  await page.context().setOffline(false)
  await button(page, 'Send the mail').click()
  await expect(outcome(page)).toBeFocused()
})

atEachWidth(() => {
  test('the account screens have no serious finding', async ({ visitor: page }) => {
    for (const path of [
      '/login',
      '/forgot-password',
      '/reset-password/mia/a-token',
      '/verify-email/mia/a-token',
    ]) {
      await open(page, path)
      if (path.startsWith('/verify')) await expect(button(page, 'Send a new link')).toBeVisible()
      expect(await seriousFindings(page), path).toEqual([])
    }
  })
})
