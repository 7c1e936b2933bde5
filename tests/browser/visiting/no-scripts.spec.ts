import { password } from '../../support/server/server-process.ts'
import {
  button,
  createAccount,
  expect,
  expectHydrated,
  heading,
  open,
  submitSignIn,
  test,
} from '../support/fixtures.ts'

test.describe('without scripts', () => {
  test.use({ expectedErrors: /status of (401|403|413|422)/ })

  test('signing in works, keeps the password out of the address, and says what is wrong', async ({
    newUser,
  }) => {
    const page = await newUser({ javaScriptEnabled: false })
    await page.goto('/login?back=/about')
    await page.getByLabel('Username or email').fill('admin')
    await page.getByLabel('Password').fill('not this one')
    await button(page, 'Sign in').click()
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials.')
    await expect(page).toHaveURL('/login?back=/about')
    await expect(page.getByLabel('Username or email')).toHaveValue('admin')
    await expect(page.getByLabel('Password')).toHaveValue('')

    await page.getByLabel('Password').fill(password)
    await button(page, 'Sign in').click()
    await expect(page).toHaveURL('/about')
    await page.goto('/login')
    await expect(page).toHaveURL('/')
  })

  test('a user without access signs out on the error page and on the sign-in screen', async ({
    editor,
    newUser,
  }) => {
    await createAccount(editor, 'mia', 'ROLE_USER')
    const page = await newUser({ javaScriptEnabled: false })
    const refused = '/_cwa/pages?page=2'
    for (const leave of [
      () => button(page, 'Sign out').click(),
      async () => {
        await page.getByRole('link', { name: 'Sign in with another account' }).click()
        await expect(page.getByText('You are signed in as mia.')).toBeVisible()
        await button(page, 'Sign out').click()
      },
    ]) {
      await page.goto(`/login?back=${encodeURIComponent(refused)}`)
      await submitSignIn(page, 'mia')
      await expect(page).toHaveURL(refused)
      await expect(page.getByText('You are signed in as mia.')).toBeVisible()
      await leave()
      await expect(page).toHaveURL('/')
      await page.goto('/login')
      await expect(page).toHaveURL('/login')
      await expect(button(page, 'Sign out')).toHaveCount(0)
    }
  })

  test('an editor signs out on any page', async ({ newUser }) => {
    const page = await newUser({ javaScriptEnabled: false })
    await page.goto('/login?back=/blog-articles')
    await submitSignIn(page, 'admin')
    await expect(page).toHaveURL('/blog-articles')
    await expect(page.getByRole('complementary', { name: 'Account' })).toContainText('as admin')
    await button(page, 'Sign out').click()
    await expect(page).toHaveURL('/')
    await expect(button(page, 'Sign out')).toHaveCount(0)
    await page.goto('/login')
    await expect(page).toHaveURL('/login')
  })

  test('a form is sent, shows its errors at their fields, and keeps what was typed', async ({
    newUser,
  }) => {
    const page = await newUser({ javaScriptEnabled: false })
    await page.goto('/form')
    // They need scripts, and would do nothing.
    for (const name of ['Add to Notes', 'Add to Children']) {
      const add = page.getByLabel(name, { exact: true })
      await expect(add).toHaveCount(1)
      await expect(add).toBeHidden()
    }
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Email address').fill('not an address')
    await page.getByLabel('Message').fill('Hello from a browser without scripts')
    await page.getByLabel('Subject').selectOption('praise')
    await page.getByLabel('Design').check()
    await button(page, 'Send').click()
    await expect(page).toHaveURL('/form')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Email address')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Message')).toHaveValue('Hello from a browser without scripts')
    await expect(page.getByLabel('Subject')).toHaveValue('praise')
    await expect(page.getByLabel('Design')).toBeChecked()

    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('long enough')
    await page.getByLabel('Repeat password').fill('long enough')
    await page.getByLabel('Yes', { exact: true }).check()
    await page.getByLabel('I have read what I wrote').check()
    await button(page, 'Send').click()
    await expect(page.getByText('Thank you, your letter is with us.')).toBeVisible()
    // The address leads to the thanks, so that a reload sends nothing again.
    await page.reload()
    await expect(page.getByText('Thank you, your letter is with us.')).toBeVisible()
    await page.goto('/form')
    await expect(button(page, 'Send')).toBeVisible()
  })

  test('a form that is too long says what to do, and the way back keeps what was typed', async ({
    newUser,
  }) => {
    const page = await newUser({ javaScriptEnabled: false })
    await page.goto('/form')
    await page.getByLabel('Message').fill('word '.repeat(20_000))
    await button(page, 'Send').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Too Long to Be Sent')
    await expect(page.getByText('Go back in your browser, shorten it')).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Message')).toHaveValue(/^word word/)
    await page.getByLabel('Message').fill('A few words')
    await button(page, 'Send').click()
    await expect(page.getByLabel('Message')).toHaveValue('A few words')

    await page.goto('/login')
    await page.getByLabel('Username or email').fill('admin')
    await page.getByLabel('Password').fill('x'.repeat(70_000))
    await button(page, 'Sign in').click()
    await expect(page.getByRole('alert')).toContainText('Please shorten it.')
  })

  test('the list of articles is searched', async ({ newUser }) => {
    const page = await newUser({ javaScriptEnabled: false })
    await page.goto('/blog-articles')
    await page.getByRole('searchbox').fill('no such article')
    await button(page, 'Search').click()
    await expect(page.getByText('Nothing was found.')).toBeVisible()
  })
})

test('a password that is sent before the scripts have loaded signs in and is in no address', async ({
  newUser,
}) => {
  const page = await newUser()
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.route('**/*.js', () => {})
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Username or email').fill('admin')
  await page.getByLabel('Password').fill(password)
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL('/')
  expect(addresses.filter((address) => address.includes(password))).toEqual([])
  await page.unroute('**/*.js')
  await open(page, '/')
  await expect(button(page, 'Edit')).toBeEnabled()
  await expect(heading(page)).toBeVisible()
})

test.describe('a form that is checked while it is filled in', () => {
  test.use({ expectedErrors: /status of 422/ })

  test('keeps and sends what was typed before the scripts had loaded', async ({ newUser }) => {
    const page = await newUser()
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/form', { waitUntil: 'commit' })
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Message').fill('Typed early')
    await page.getByLabel('Subject').selectOption('praise')
    await page.getByLabel('Design').check()
    release()
    await expectHydrated(page)
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('long enough')
    await page.getByLabel('Repeat password').fill('long enough')
    await expect(page.getByLabel('Name')).toHaveValue('Ada')
    await expect(page.getByLabel('Design')).toBeChecked()
    await page.getByLabel('Yes', { exact: true }).check()
    await page.getByLabel('I have read what I wrote').check()
    // A check of a single field goes to the same address by PATCH.
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/submit'),
    )
    await button(page, 'Send').click()
    expect((await sent).postDataJSON()).toMatchObject({
      example: { text: 'Ada', message: 'Typed early', subject: 'praise', interests: ['design'] },
    })
    await expect(page.getByText('Thank you, your letter is with us.')).toBeVisible()
  })
})
