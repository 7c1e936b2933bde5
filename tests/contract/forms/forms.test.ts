import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FormView } from '#content/forms/form.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import type { Json } from '../support/content-api.ts'
import { type FullApi, createFullApi, hour, origin } from '../support/full-api.ts'

eachDatabase('forms', (open) => {
  let whole: FullApi
  let visitor: ReturnType<FullApi['browser']>
  let editor: Awaited<ReturnType<FullApi['as']>>
  beforeEach(async () => {
    whole = await createFullApi(await open())
    visitor = whole.browser()
    editor = await whole.as('editor', ['ROLE_ADMIN'])
  })
  afterEach(() => whole.close())

  const make = async (formType: string): Promise<string> => {
    const { status, body, text } = await editor.post('/component/forms', { formType })
    if (status !== 201) throw new Error(text)
    return body['@id']
  }
  const viewIn = (body: Json) => body['formView'] as FormView
  const nodes = (view: FormView): FormView[] => [view, ...view.children.flatMap(nodes)]
  const errorsIn = (body: Json) =>
    Object.fromEntries(
      nodes(viewIn(body)).flatMap(({ vars }) =>
        vars.errors.length ? [[vars.full_name, vars.errors]] : [],
      ),
    )
  const newPassword = { first: 'difference', second: 'difference' }
  const example = {
    plainPassword: newPassword,
    subject: 'praise',
    email: 'ada@people.test',
    message: 'Well done',
    developer: 'yes',
    randomCheckbox: '1',
  }

  describe('as components', () => {
    test('are created, read, changed and deleted, with the URL they are submitted to', async () => {
      const answer = await editor.post('/component/forms', { formType: 'example' })
      expect(answer.status).toBe(201)
      const iri = answer.body['@id']
      const { status, body } = await visitor.get(iri)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        '@context': '/contexts/Form',
        '@type': 'Form',
        formType: 'example',
        formView: { vars: { name: 'example', action: `${origin}/_api${iri}/submit` } },
        _metadata: { persisted: true },
      })
      expect(body).not.toHaveProperty('publishedAt')
      expect(body['createdAt']).toBe('2026-08-01T12:00:00+00:00')
      const patched = await editor.patch(iri, { formType: 'user_register', uiComponent: 'Quiet' })
      expect(viewIn(patched.body).vars.name).toBe('user_register')
      const put = await editor.ask('PUT', iri, { body: { formType: 'user_login' } })
      expect(viewIn(put.body).vars).toMatchObject({
        action: `${origin}/_api/login`,
        api_disabled: true,
      })
      expect((await visitor.get('/component/forms')).body.member).toHaveLength(1)
      expect((await editor.remove(iri)).status).toBe(204)
      expect((await visitor.get(iri)).status).toBe(404)
    })

    test('require a known form type', async () => {
      const paths = async (body: object) => {
        const { violations } = (await editor.post('/component/forms', body)).body
        return violations.map(({ propertyPath }) => propertyPath)
      }
      expect(await paths({})).toEqual(['formType'])
      expect(await paths({ formType: '' })).toEqual(['formType'])
      expect(await paths({ formType: 'unheard_of' })).toEqual(['formType'])
      expect(await paths({ formType: 'constructor' })).toEqual(['formType'])
      expect((await visitor.post('/component/forms', { formType: 'example' })).status).toBe(401)
    })
  })

  describe('submitted', () => {
    test('are validated for the submitted fields only, without running the action', async () => {
      const iri = `${await make('example')}/submit`
      const fine = await visitor.patch(iri, { example: { email: 'ada@people.test' } })
      expect(fine.status).toBe(200)
      expect(fine.headers.get('content-type')).toBe('application/ld+json; charset=utf-8')
      expect(fine.headers.get('cache-control')).toBe('private, no-store')
      expect(fine.body['@id']).toBe(iri.slice(0, -'/submit'.length))
      expect(viewIn(fine.body).vars).toMatchObject({ submitted: true, valid: true })
      const wrong = await visitor.patch(iri, { example: { email: 'ada' } })
      expect(wrong.status).toBe(422)
      expect(wrong.body['@type']).toBe('Form')
      expect(errorsIn(wrong.body)).toEqual({
        'example[email]': ['Enter a valid email address.'],
      })
    })

    test('are validated completely on submit', async () => {
      const iri = `${await make('example')}/submit`
      const sent = await visitor.post(iri, { example })
      expect(sent.status).toBe(201)
      expect(sent.body['@type']).toBe('Form')
      expect(errorsIn(sent.body)).toEqual({})
      const { email: _, ...rest } = example
      const wrong = await visitor.post(iri, { example: rest })
      expect(wrong.status).toBe(422)
      expect(errorsIn(wrong.body)).toEqual({ 'example[email]': ['Enter your email address.'] })
    })

    test('accept any JSON with values under their name', async () => {
      const iri = `${await make('example')}/submit`
      const send = (body: string, type: string) =>
        visitor.ask('POST', iri, { body, headers: { 'Content-Type': type } })
      const whatever = JSON.stringify({ example })
      for (const type of [
        'application/json',
        'application/ld+json',
        'application/merge-patch+json',
      ]) {
        expect((await send(whatever, type)).status).toBe(201)
      }
      expect((await send(whatever, 'text/plain')).status).toBe(415)
      expect((await send('{', 'application/json')).status).toBe(400)
      expect((await send('[]', 'application/json')).status).toBe(400)
      const nameless = await send(JSON.stringify(example), 'application/json')
      expect(nameless.status).toBe(422)
      expect(nameless.body).toMatchObject({
        '@type': 'Error',
        detail: expect.stringContaining('example'),
      })
      expect(nameless.body).not.toHaveProperty('violations')
      expect((await visitor.get(iri)).status).toBe(405)
      expect((await visitor.post('/component/forms/nothing/submit', { example })).status).toBe(404)
    })

    test('cannot be submitted if they are only rendered here', async () => {
      const iri = `${await make('user_login')}/submit`
      const body = { user_login: { username: 'editor', password: 'password' } }
      expect((await visitor.post(iri, body)).status).toBe(404)
      expect((await visitor.patch(iri, body)).status).toBe(404)
    })
  })

  describe('registering', () => {
    const ada = { username: 'ada', emailAddress: 'ada@people.test', plainPassword: newPassword }

    test('creates an account that can sign in once its address is confirmed', async () => {
      const iri = `${await make('user_register')}/submit`
      expect((await visitor.patch(iri, { user_register: ada })).status).toBe(200)
      expect(await whole.find('ada'), 'nothing is done by filling in').toBeUndefined()
      const sent = await visitor.post(iri, { user_register: ada })
      expect(sent.status).toBe(201)
      expect(sent.body).toMatchObject({
        '@context': '/contexts/User',
        '@type': 'User',
        username: 'ada',
        emailAddressVerified: false,
        roles: ['ROLE_USER'],
      })
      expect(sent.body).not.toHaveProperty('enabled')
      expect((await visitor.signIn('ada', 'difference')).status).toBe(401)
      const [email, ...others] = await whole.mail()
      expect(others).toEqual([])
      expect(email!.to).toBe('ada@people.test')
      expect(email!.link.origin).toBe(origin)
      expect((await visitor.get(email!.link.pathname)).status).toBe(200)
      expect((await visitor.signIn('ada', 'difference')).status).toBe(204)
    })

    test("cannot register another user's name, or an admin", async () => {
      const iri = `${await make('user_register')}/submit`
      const taken = { ...ada, username: 'EDITOR', emailAddress: 'Editor@people.test' }
      for (const answer of [
        await visitor.patch(iri, { user_register: taken }),
        await visitor.post(iri, { user_register: taken }),
      ]) {
        expect(answer.status).toBe(422)
        expect(errorsIn(answer.body)).toEqual({
          'user_register[username]': ['This username is taken.'],
          'user_register[emailAddress]': ['There is an account with this email address.'],
        })
      }
      const king = {
        ...ada,
        roles: ['ROLE_SUPER_ADMIN'],
        enabled: true,
        emailAddressVerified: true,
      }
      const sent = await visitor.post(iri, { user_register: king })
      expect(sent.body).toMatchObject({ roles: ['ROLE_USER'], emailAddressVerified: false })
    })
  })

  describe('changing a password', () => {
    test('requires a signed-in user with the old password', async () => {
      const iri = `${await make('change_password')}/submit`
      const change = (oldPassword: string) => ({
        change_password: { username: 'root', oldPassword, plainPassword: newPassword },
      })
      expect((await visitor.post(iri, change('password'))).status).toBe(401)
      expect((await visitor.patch(iri, change('password'))).status).toBe(401)
      const user = await whole.as('user', ['ROLE_USER'])
      const wrong = await user.post(iri, change('guess'))
      expect(wrong.status).toBe(422)
      expect(errorsIn(wrong.body)).toEqual({
        'change_password[oldPassword]': ['This is not your password.'],
      })
      const elsewhere = whole.browser()
      await elsewhere.signIn('user', 'password')
      const changed = await user.post(iri, change('password'))
      expect(changed.status).toBe(201)
      expect(changed.body).toMatchObject({ '@type': 'User', username: 'user' })
      expect((await user.get('/me')).status).toBe(200)
      expect((await elsewhere.get('/me')).status).toBe(401)
      expect((await visitor.signIn('user', 'password')).status).toBe(401)
      expect((await visitor.signIn('user', 'difference')).status).toBe(204)
    })
  })

  describe('a new address', () => {
    const change = (newEmailAddress: string | null) => ({ new_email_address: { newEmailAddress } })

    test('is requested, confirmed, and then used', async () => {
      const iri = `${await make('new_email_address')}/submit`
      expect((await visitor.post(iri, change('x@people.test'))).status).toBe(401)
      const user = await whole.as('user', ['ROLE_USER'])
      const added = await user.post(iri, change('new@people.test'))
      expect(added.status).toBe(201)
      expect(added.body).toMatchObject({
        emailAddress: 'user@people.test',
        newEmailAddress: 'new@people.test',
        newEmailAddressChangeRequestedAt: '2026-08-01T12:00:00+00:00',
      })
      const emails = await whole.mail()
      expect(emails.map(({ to }) => to).toSorted()).toEqual(['new@people.test', 'user@people.test'])
      const { link } = emails.find(({ to }) => to === 'new@people.test')!
      expect(link.pathname).toMatch(/^\/confirm-new-email\/user\/new%40people\.test\/[\w-]{43}$/)
      const path = link.pathname.replace('/confirm-new-email/', '/confirm-email/')
      expect((await user.get(path)).status).toBe(200)
      expect((await visitor.get(path)).status, 'works once').toBe(404)
      const { body } = await user.get('/me')
      expect(body['emailAddress']).toBe('new@people.test')
      expect(body).not.toHaveProperty('newEmailAddress')
    })

    test('is canceled by requesting none', async () => {
      const iri = `${await make('new_email_address')}/submit`
      const user = await whole.as('user', ['ROLE_USER'])
      for (const none of ['', null]) {
        await user.post(iri, change('new@people.test'))
        const { link } = (await whole.mail()).find(({ to }) => to === 'new@people.test')!
        const given = await user.post(iri, change(none))
        expect(given.status).toBe(201)
        expect(given.body).not.toHaveProperty('newEmailAddress')
        const path = link.pathname.replace('/confirm-new-email/', '/confirm-email/')
        expect((await visitor.get(path)).status).toBe(404)
      }
    })

    test("must not be the current one or another account's", async () => {
      const iri = `${await make('new_email_address')}/submit`
      const user = await whole.as('user', ['ROLE_USER'])
      const errorFor = async (address: string) =>
        errorsIn((await user.patch(iri, change(address))).body)[
          'new_email_address[newEmailAddress]'
        ]
      expect(await errorFor('User@people.test')).toEqual([
        'This is already the email address of this account.',
      ])
      expect(await errorFor('editor@people.test')).toEqual([
        'There is an account with this email address.',
      ])
      expect(await errorFor('new@people.test')).toBeUndefined()
    })
  })

  describe('a forgotten password', () => {
    const reset = '/component/forms/password_reset'
    const keyFor = async (name: string) => {
      await visitor.get(`/password/reset/request/${name}`)
      const [email] = await whole.mail()
      return email!.link.pathname.split('/').at(-1)!
    }
    const chosen = (username: string, token: string, password = newPassword) => ({
      password_update: {
        username,
        plainNewPasswordConfirmationToken: token,
        plainPassword: password,
      },
    })

    test('has a form that always exists, filled in from the link', async () => {
      const { status, body } = await visitor.get(`${reset}?username=ada&token=abc`)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        '@context': '/contexts/Form',
        '@id': reset,
        '@type': 'Form',
        formType: 'password_update',
        formView: { vars: { action: `${origin}/_api${reset}/submit` } },
        _metadata: { persisted: false },
      })
      const [name, token] = viewIn(body).children
      expect(name!.vars).toMatchObject({ name: 'username', value: 'ada' })
      expect(token!.vars).toMatchObject({
        name: 'plainNewPasswordConfirmationToken',
        value: 'abc',
      })
      const placedForm = await make('password_update')
      const filled = await visitor.get(`${placedForm}?username=ada&token=abc`)
      expect(viewIn(filled.body).children[0]!.vars.value).toBe('ada')
      const empty = await visitor.get(placedForm)
      expect(viewIn(empty.body).children[0]!.vars.value).toBe('')
    })

    test.each(['POST', 'PATCH'])(
      'is replaced by %s with the token from the mail',
      async (method) => {
        const user = await whole.as('user', ['ROLE_USER'])
        const token = await keyFor('user')
        await whole.db
          .updateTable('account')
          .set({ verified: 0 })
          .where('username', '=', 'user')
          .execute()
        const body = chosen('user', token)
        const answer = await visitor.ask(method, `${reset}/submit`, { body })
        expect(answer.status).toBe(method === 'POST' ? 201 : 200)
        expect(answer.body).toMatchObject({ '@id': reset, '@type': 'Form' })
        expect(answer.text).not.toContain('difference')
        expect((await user.get('/me')).status, 'every session ends').toBe(401)
        expect((await visitor.signIn('user', 'password')).status).toBe(401)
        expect((await visitor.signIn('user', 'difference')).status, 'and is verified').toBe(204)
        const again = await whole.browser().ask(method, `${reset}/submit`, { body })
        expect(again.status, 'works once').toBe(404)
      },
    )

    test('stays without a valid token, but errors of the new one come first', async () => {
      await whole.as('user', ['ROLE_USER'])
      const token = await keyFor('user')
      const short = { first: 'short', second: 'short' }
      const wrong = await visitor.post(`${reset}/submit`, chosen('user', 'wrong', short))
      expect(wrong.status).toBe(422)
      expect(errorsIn(wrong.body)).toEqual({
        'password_update[plainPassword][first]': ['Use at least 6 characters.'],
      })
      for (const [name, key] of [
        ['user', 'wrong'],
        ['nobody', token],
        ['editor', token],
      ] as const) {
        const answer = await visitor.post(`${reset}/submit`, chosen(name, key))
        expect(answer.status).toBe(404)
        expect(answer.text).toBe('')
      }
      whole.advanceClock(hour + 1)
      expect((await visitor.post(`${reset}/submit`, chosen('user', token))).status).toBe(404)
      expect((await visitor.signIn('user', 'password')).status).toBe(204)
    })
  })
})
