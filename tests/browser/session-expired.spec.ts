import type { Page } from '@playwright/test'
import { atEachWidth, findings } from './support/accessibility.ts'
import { password } from '../support/server/server-process.ts'
import { endSessions } from '../support/server/end-sessions.ts'
import {
  manager,
  replaceText,
  retype,
  saveStatus,
  selectHeading,
  startEditing,
  title,
} from './support/editor-actions.ts'
import {
  button,
  createAccount,
  expect,
  heading,
  isWrite,
  open,
  signIn,
  signOut,
  submitSignIn,
  test,
} from './support/fixtures.ts'

test.use({ expectedErrors: /401 \(|403 \(|net::ERR_/ })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
const passwordField = (page: Page) => dialog(page).getByLabel('Password')
const failedSave = (page: Page) => page.getByRole('region', { name: 'Not saved: Title' })

const enterPassword = async (page: Page, text: string) => {
  await passwordField(page).fill(text)
  await button(dialog(page), 'Sign in').click()
}

const expectNoServerWords = (page: Page) =>
  expect(page.getByText(/Full authentication|This session has ended/)).toHaveCount(0)

/** Signs in as another administrator in place of the first one, by the API: no window is told. */
const signInAsEva = async (page: Page) => {
  await createAccount(page, 'eva', 'ROLE_ADMIN')
  const signedIn = await page.request.post('/_api/login', { data: { username: 'eva', password } })
  expect(signedIn.status()).toBe(204)
}

const notice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'You were signed out. What you type is kept here.' })

/** Types into the heading after the session has ended, which is told by a notice, and goes on typing. */
const typeOn = async (page: Page, words: string, end: () => unknown) => {
  const [first = '', ...rest] = words.split(' ')
  await startEditing(page)
  await selectHeading(page)
  await end()
  await replaceText(page, first)
  await expect(notice(page)).toBeVisible()
  await expect(saveStatus(page)).toHaveText('Not saved')
  for (const word of rest) await page.keyboard.type(` ${word}`)
  await expect(title(page).first()).toBeFocused()
  await expect(title(page).first()).toHaveText(words)
  await expect(dialog(page)).toBeHidden()
}

/** Does the same, and asks to sign in again. */
const typeSignedOut = async (page: Page, words: string, end: () => unknown) => {
  await typeOn(page, words, end)
  await button(page, 'Sign in again').click()
  await expect(dialog(page)).toBeVisible()
  await expect(notice(page)).toBeHidden()
}

test.describe('a session that has ended while editing', () => {
  test('is renewed in a dialog, and what was typed is saved and can be undone', async ({
    editor,
    site,
  }) => {
    const before = await heading(editor).innerText()
    await typeSignedOut(editor, 'Typed too late', () => endSessions(site))
    await expect(passwordField(editor)).toBeFocused()
    await expect(dialog(editor).getByLabel('Username')).toHaveValue('admin')
    await expect(dialog(editor)).toContainText('still here')
    await expectNoServerWords(editor)

    await editor.keyboard.type('not this one')
    await editor.keyboard.press('Enter')
    await expect(dialog(editor).getByRole('alert')).toHaveText('This is not the right password.')
    await expect(passwordField(editor)).toBeFocused()

    await retype(editor, password)
    await editor.keyboard.press('Enter')
    await expect(dialog(editor)).toBeHidden()
    await expect(saveStatus(editor)).toHaveText('Saved')
    await expect(title(editor).first()).toBeFocused()
    await expect(title(editor).first()).toHaveText('Typed too late')

    await editor.keyboard.type(', and on')
    await expect(title(editor).first()).toHaveText('Typed too late, and on')
    await expect(saveStatus(editor)).toHaveText('Saved')
    // The number of steps depends on the pauses between the words.
    const undone: string[] = []
    for (let words = ''; words !== before; words = await title(editor).first().innerText()) {
      const shown = await title(editor).first().innerText()
      undone.unshift(shown)
      await button(editor, 'Undo').click()
      await expect(title(editor).first()).not.toHaveText(shown)
    }
    for (const words of undone) {
      await button(editor, 'Redo').click()
      await expect(title(editor).first()).toHaveText(words)
    }
    expect(undone.at(-1)).toBe('Typed too late, and on')

    await open(editor, '/')
    await startEditing(editor)
    await expect(title(editor).first()).toHaveText('Typed too late, and on')
  })

  test('stays ended after Cancel, with the words kept until they are saved', async ({
    editor,
    site,
  }) => {
    await typeSignedOut(editor, 'Kept words', () => endSessions(site))
    await editor.keyboard.press('Escape')
    await expect(dialog(editor)).toBeHidden()
    await expect(failedSave(editor)).toContainText(
      'You are signed out. Sign in again to save your changes.',
    )
    await expect(saveStatus(editor)).toHaveText('Not saved')

    await title(editor).first().click()
    await editor.keyboard.press('End')
    await editor.keyboard.type(' go on')
    await expect(failedSave(editor)).toBeVisible()
    await expect(dialog(editor)).toBeHidden()
    await button(editor, 'Done').click()
    await expect(failedSave(editor)).toBeFocused()
    await expect(title(editor).first()).toHaveText('Kept words go on')
    await expectNoServerWords(editor)

    await button(failedSave(editor), 'Sign in again').click()
    await enterPassword(editor, password)
    await expect(saveStatus(editor)).toHaveText('Saved')
    await expect(failedSave(editor)).toBeHidden()
    await expect(title(editor).first()).toHaveText('Kept words go on')
  })

  test('is not asked about when the same person has signed in in another tab', async ({
    editor,
    site,
  }) => {
    await typeSignedOut(editor, 'From this tab', () => endSessions(site))
    const other = await editor.context().newPage()
    await signIn(other)
    await editor.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(dialog(editor)).toBeHidden()
    await expect(saveStatus(editor)).toHaveText('Saved')
    await open(other, '/')
    await startEditing(other)
    await expect(title(other).first()).toHaveText('From this tab')
  })

  test('is told without taking the focus, and Done asks for the password and goes on', async ({
    editor,
    site,
  }) => {
    await typeOn(editor, 'Typed on and on', () => endSessions(site))
    expect(await findings(editor)).toEqual([])
    await button(editor, 'Done').click()
    await expect(passwordField(editor)).toBeFocused()
    await expect(passwordField(editor)).toHaveValue('')
    await enterPassword(editor, password)
    await expect(button(editor, 'Edit')).toBeVisible()
    await open(editor, '/')
    await startEditing(editor)
    await expect(title(editor).first()).toHaveText('Typed on and on')
  })

  test('asks for the password once the focus leaves the text, and it returns there', async ({
    editor,
    site,
  }) => {
    await typeOn(editor, 'Typed and left alone', () => endSessions(site))
    await manager(editor).getByRole('tab', { name: 'Info' }).click()
    await expect(passwordField(editor)).toBeFocused()
    await enterPassword(editor, password)
    await expect(saveStatus(editor)).toHaveText('Saved')
    await expect(manager(editor).getByRole('tab', { name: 'Info' })).toBeFocused()
  })

  test('is renewed for a deletion, which is sent once', async ({ editor, site }) => {
    const deletions: string[] = []
    await startEditing(editor)
    await selectHeading(editor)
    const words = await title(editor).first().innerText()
    endSessions(site)
    editor.on('response', (response) => {
      if (response.request().method() === 'DELETE') deletions.push(`${response.status()}`)
    })
    await button(manager(editor), 'Delete').click()
    await button(editor, 'Ok').click()
    await enterPassword(editor, password)
    await expect(editor.getByRole('main').getByText(words, { exact: true })).toHaveCount(0)
    await expect(saveStatus(editor)).toHaveText('Saved')
    expect(deletions.filter((status) => status !== '401')).toEqual(['204'])
    await button(editor, 'Undo').click()
    await expect(title(editor).first()).toHaveText(words)
  })

  test('is found out when editing begins', async ({ editor, site }) => {
    endSessions(site)
    await startEditing(editor)
    await expect(passwordField(editor)).toBeFocused()
    await enterPassword(editor, password)
    await expect(dialog(editor)).toBeHidden()
    await selectHeading(editor)
    await retype(editor, 'Signed in first')
    await expect(saveStatus(editor)).toHaveText('Saved')
  })
})

test('a page that is refused while editing asks first, and the words are saved', async ({
  editor,
  site,
}) => {
  await open(editor, '/about')
  await editor.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(editor).toHaveURL('/')
  await startEditing(editor)
  await selectHeading(editor)
  let isRefused = true
  await editor.route('**/about/_payload.json*', async (route) => {
    const response = await route.fetch()
    const refused = { status: 401, page: null, entries: [], failure: { status: 401, message: '' } }
    const payload = (await response.json()) as Record<string, unknown>
    await route.fulfill({ response, json: isRefused ? { ...payload, ...refused } : payload })
  })
  endSessions(site)
  await retype(editor, 'Typed and left')
  await editor.goBack()
  await expect(passwordField(editor)).toBeFocused()
  isRefused = false
  await enterPassword(editor, password)
  await expect(saveStatus(editor)).toHaveText('Saved')
  await expect(editor.getByRole('heading', { level: 1 })).toHaveText('Seven actors, one van')
  await open(editor, '/')
  await startEditing(editor)
  await expect(title(editor).first()).toHaveText('Typed and left')
})

test('nothing is saved under the name of somebody else who has signed in in another tab', async ({
  editor,
}) => {
  const writes: string[] = []
  editor.on('response', (response) => {
    const request = response.request()
    if (isWrite(request)) writes.push(`${request.method()} ${response.status()}`)
  })
  await startEditing(editor)
  await selectHeading(editor)
  const other = await editor.context().newPage()
  await open(other, '/')
  await signInAsEva(other)
  // The window of the first tab was never left, as far as it knows.
  await retype(editor, 'Written by admin')
  await button(editor, 'Sign in again').click()
  await expect(dialog(editor)).toContainText('This browser is now signed in as eva.')
  expect(new Set(writes)).toEqual(new Set(['PATCH 401']))

  await enterPassword(editor, password)
  await expect(dialog(editor)).toBeHidden()
  await expect(saveStatus(editor)).toHaveText('Saved')
  await expect(title(editor).first()).toHaveText('Written by admin')
  await open(other, '/')
  await startEditing(other)
  await expect(title(other).first()).toHaveText('Written by admin')
})

test('a page that was read without the session is read again with it, where it was left', async ({
  editor,
  site,
}) => {
  const scrollTop = () => editor.evaluate(() => Math.round(scrollY))
  await open(editor, '/about')
  await editor.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(editor).toHaveURL('/')
  await startEditing(editor)
  await selectHeading(editor)
  await retype(editor, 'A draft of the home page')
  await expect(saveStatus(editor)).toHaveText('Saved')
  await editor.evaluate(() => scrollTo(0, 200))
  await expect.poll(scrollTop).toBe(200)
  await editor.goBack()
  await expect(editor).toHaveURL('/about')
  await expect(editor.getByRole('heading', { level: 1 })).toHaveText('Seven actors, one van')
  await selectHeading(editor)
  endSessions(site)

  await retype(editor, 'Typed and left')
  await editor.goForward()
  await expect(passwordField(editor)).toBeFocused()
  await enterPassword(editor, password)
  await expect(dialog(editor)).toBeHidden()
  await expect(title(editor).first()).toHaveText('A draft of the home page')
  await expect(saveStatus(editor)).toHaveText('Saved')
  await expect(button(editor, 'Done')).toBeVisible()
  await expect.poll(scrollTop).toBe(200)
  await open(editor, '/about')
  await expect(title(editor).first()).toHaveText('Typed and left')
})

const offer = (page: Page) => page.getByRole('region', { name: 'Signed out' })

/** Reloads a page that was being edited after the session has ended. */
const reloadSignedOut = async (page: Page, site: { dataDir: string }) => {
  await open(page, '/about')
  await startEditing(page)
  endSessions(site)
  await page.reload()
  await expect(offer(page)).toContainText('You were editing')
}

test('a reload after the session has ended offers signing in, and editing goes on', async ({
  editor,
  site,
}) => {
  await reloadSignedOut(editor, site)
  await offer(editor).getByRole('link', { name: 'Sign in to continue' }).click()
  await expect(editor).toHaveURL('/login?back=%2Fabout')
  await expect(offer(editor)).toBeHidden()
  await submitSignIn(editor)
  await expect(editor).toHaveURL('/about')
  await expect(button(editor, 'Done')).toBeVisible()
  await expect(offer(editor)).toBeHidden()
})

test('who does not want to go on after a reload is not asked again', async ({ editor, site }) => {
  await reloadSignedOut(editor, site)
  expect(await findings(editor)).toEqual([])
  await button(offer(editor), 'Not now').click()
  await expect(offer(editor)).toBeHidden()
  await open(editor, '/login?back=/about')
  await submitSignIn(editor)
  await expect(editor).toHaveURL('/about')
  await expect(button(editor, 'Edit')).toBeEnabled()
  await expect(button(editor, 'Done')).toHaveCount(0)
})

test('signing out in one tab offers signing in in the other, where somebody edits', async ({
  editor,
}) => {
  const other = await editor.context().newPage()
  await open(other, '/')
  await typeSignedOut(editor, 'Written in tab B', async () => {
    await signOut(other)
    await expect(button(other, 'Edit')).toHaveCount(0)
  })
  await enterPassword(editor, password)
  await expect(saveStatus(editor)).toHaveText('Saved')
  await open(other, '/')
  await startEditing(other)
  await expect(title(other).first()).toHaveText('Written in tab B')
})

atEachWidth(() => {
  test('the dialog and the failed save can be used by everyone', async ({ editor, site }) => {
    const isInside = () => editor.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
    await typeSignedOut(editor, 'Words', () => endSessions(site))
    expect(await findings(editor)).toEqual([])
    await enterPassword(editor, 'not this one')
    await expect(dialog(editor).getByRole('alert')).toBeVisible()
    expect(await findings(editor)).toEqual([])
    expect(await isInside()).toBe(true)
    await button(dialog(editor), 'Cancel').click()
    await expect(failedSave(editor)).toBeVisible()
    expect(await findings(editor)).toEqual([])
    expect(await isInside()).toBe(true)
  })
})

test('an ordinary account is asked on its own screen, where nothing that was entered is lost', async ({
  editor,
  newUser,
  site,
}) => {
  await createAccount(editor, 'mia', 'ROLE_USER')
  const mia = await newUser()
  await open(mia, '/login')
  await submitSignIn(mia, 'mia')
  await expect(mia).toHaveURL('/')
  await mia.getByText('mia', { exact: true }).click()
  await mia.getByRole('link', { name: 'My account' }).click()
  await expect(heading(mia)).toHaveText('My account')
  await expect(mia.getByRole('navigation', { name: 'Admin' })).toHaveCount(0)
  await expect(button(mia, 'Save & Close')).toHaveCount(0)
  const address = mia.getByLabel('New email address')
  await address.fill('mia@new.test')
  endSessions(site)
  await mia.keyboard.press('Control+s')
  await expect(passwordField(mia)).toBeFocused()
  await expect(dialog(mia).getByLabel('Username')).toHaveValue('mia')
  expect(await findings(mia)).toEqual([])
  await button(dialog(mia), 'Cancel').click()
  await expect(notice(mia)).toBeVisible()
  await expect(address).toHaveValue('mia@new.test')
  await button(mia, 'Sign in again').click()
  await enterPassword(mia, password)
  await expect(dialog(mia)).toBeHidden()
  await button(mia, 'Save').click()
  await expect(mia.getByText('Saved', { exact: true })).toBeVisible()
  await expectNoServerWords(mia)
})
