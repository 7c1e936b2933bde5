import { password } from '../support/server/server-process.ts'
import { button, expect, open, signIn, signOut, test } from './support/fixtures.ts'

test.describe('a wrong password', () => {
  test.use({ expectedErrors: /401 .*\/login$/ })

  test('is refused with a message, and the right one signs in afterwards', async ({ visitor }) => {
    await open(visitor, '/login')
    await visitor.getByLabel('Username or email').fill('admin')
    await visitor.getByLabel('Password').fill('not this one')
    await button(visitor, 'Sign in').click()
    await expect(visitor.getByRole('alert')).toHaveText(/\S/)
    await expect(visitor).toHaveURL('/login')

    await visitor.getByLabel('Password').fill(password)
    await button(visitor, 'Sign in').click()
    await expect(visitor).toHaveURL('/')
    await expect(button(visitor, 'Edit')).toBeVisible()
  })
})

test('an administrator signs in, stays signed in over a reload, and signs out', async ({
  visitor,
}) => {
  await signIn(visitor)
  await visitor.reload()
  await expect(button(visitor, 'Edit')).toBeVisible()

  await signOut(visitor)
  await expect(button(visitor, 'Edit')).toHaveCount(0)
  await visitor.reload()
  await expect(button(visitor, 'Edit')).toHaveCount(0)
})

test('the session cookie is HttpOnly, and the hint beside it says only yes or no', async ({
  editor,
}) => {
  const cookies = await editor.context().cookies()
  const session = cookies.find(({ name }) => name === 'api_component')
  expect(session).toMatchObject({ httpOnly: true, sameSite: expect.stringMatching(/Lax|Strict/) })
  expect(await editor.evaluate(() => document.cookie)).toBe('cwa_auth=1')
  expect(cookies.find(({ name }) => name === 'cwa_auth')).toMatchObject({ sameSite: 'Strict' })
})

test('the sign-in screen hydrates as it was rendered, also for somebody who is signed in', async ({
  editor,
}) => {
  await open(editor, '/login')
  await expect(button(editor, 'Edit')).toBeEnabled()
})
