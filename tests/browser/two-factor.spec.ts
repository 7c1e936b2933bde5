/** Two-factor sign-in from its set-up on: with a code, with a recovery code and without scripts, and where it is required. */
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { password } from '../support/server/server-process.ts'
import { findings } from './support/accessibility.ts'
import {
  button,
  createAccount,
  expect,
  heading,
  open,
  signOut,
  submitSignIn,
  test,
} from './support/fixtures.ts'

test.use({ expectedErrors: /status of (401|422)/ })

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code' })

const step = 30_000

/** Returns a code of the app; each step has one, which is valid once, and already in the step before. */
const codeOf = (secret: string, stepsLater = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + stepsLater * step,
  })

/** Expects axe to find nothing in the main part of a page at either width, and everything to fit into that. */
const expectAccessible = async (page: Page) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findings(page, 'main')).toEqual([])
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isWider, `wider than ${width} px`).toBe(false)
  }
}

/** Sets it up on the screen that is open, and returns the key and the recovery codes. */
const setUp = async (page: Page) => {
  await button(page, 'Set up two-factor sign-in').click()
  await expect(page.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
  await expectAccessible(page)
  const secret = (await page.locator('dd code').innerText()).replaceAll(' ', '')
  await codeField(page).fill('000000')
  await button(page, 'Turn on').click()
  await expect(page.getByText('This code is not right.', { exact: false })).toBeVisible()
  await codeField(page).fill(codeOf(secret))
  await button(page, 'Turn on').click()
  const codes = page.getByRole('main').getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessible(page)
  const recoveryCodes = await codes.allInnerTexts()
  await button(page, 'I have kept them').click()
  return { secret, recoveryCodes }
}

const enterCode = async (page: Page, code: string) => {
  await expect(codeField(page)).toBeVisible()
  await codeField(page).fill(code)
  await button(page, 'Sign in').click()
}

test('is set up, asked for, replaced by a recovery code, and required of others', async ({
  editor,
  newUser,
}) => {
  const { '@id': iri } = (await (await editor.request.get('/_api/me')).json()) as { '@id': string }
  await open(editor, `/_cwa/users/${encodeURIComponent(iri)}#security`)
  const { secret, recoveryCodes } = await setUp(editor)
  await expect(editor.getByText('10 recovery codes are left.')).toBeVisible()

  // With the app.
  await open(editor, '/')
  await signOut(editor)
  await open(editor, '/login')
  await submitSignIn(editor)
  await expect(codeField(editor)).toBeFocused()
  await expectAccessible(editor)
  await enterCode(editor, '000000')
  await expect(editor.getByRole('alert')).toContainText('This code is not right.')
  await enterCode(editor, codeOf(secret, 1))
  await expect(editor).toHaveURL('/')
  await expect(button(editor, 'Edit')).toBeEnabled()

  // With a recovery code, and without scripts.
  const plain = await newUser({ javaScriptEnabled: false })
  await plain.goto('/login?back=/_cwa')
  await submitSignIn(plain)
  await enterCode(plain, 'aaaa-aaaa-aaaa-aaaa')
  await expect(plain.getByRole('alert')).toContainText('This code is not right.')
  await enterCode(plain, recoveryCodes[0]!)
  await expect(plain).toHaveURL('/_cwa')

  // Required of everybody who edits.
  await open(editor, '/_cwa/settings#security')
  await editor.getByLabel('Require two-factor sign-in').check()
  await button(editor, 'Save Changes').click()
  await expect(editor.getByText('All changes are saved')).toBeVisible()
  await createAccount(editor, 'eva', 'ROLE_ADMIN')
  const eva = await newUser()
  await open(eva, '/login')
  await submitSignIn(eva, 'eva', password)
  await expect(heading(eva)).toHaveText('Set up two-factor sign-in')
  await open(eva, '/_cwa/pages')
  await expect(heading(eva)).toHaveText('Set up two-factor sign-in')
  expect((await eva.request.get('/_api/_/audit_entries')).status()).toBe(403)
  await setUp(eva)
  await expect(heading(eva)).toHaveText('Pages')
})
