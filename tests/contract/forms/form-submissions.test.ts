import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FormSubmission } from '#content/forms/form-submission.ts'
import { createColumns } from '#server/forms/submissions/submissions-csv.ts'
import { eachDatabase } from '../../support/server/databases.ts'
import { type FullApi, createFullApi, hour } from '../support/full-api.ts'

const submissions = '/_/form_submissions'
const secret = 'difference'
const example = {
  text: 'Ada',
  plainPassword: { first: secret, second: secret },
  subject: 'praise',
  email: 'ada@people.test',
  message: 'Well done',
  developer: 'yes',
  randomCheckbox: '1',
  interests: ['design', 'code'],
  children: { 3: { name: 'Byron' }, 7: { name: 'Annabella' } },
}

eachDatabase('submissions of forms', (open) => {
  let whole: FullApi
  let visitor: ReturnType<FullApi['browser']>
  let editor: Awaited<ReturnType<FullApi['as']>>
  beforeEach(async () => {
    whole = await createFullApi(await open())
    visitor = whole.browser()
    editor = await whole.as('editor', ['ROLE_ADMIN'])
  })
  afterEach(() => whole.close())

  const createForm = async (about: object = {}) => {
    const { status, body, text } = await editor.post('/component/forms', {
      formType: 'example',
      ...about,
    })
    if (status !== 201) throw new Error(text)
    return body['@id'] as string
  }
  const submit = (form: string, values: object = example, by = visitor) =>
    by.post(`${form}/submit`, { example: values })
  const list = async (query = '') =>
    (await editor.get(`${submissions}${query}`)).body as unknown as {
      totalItems: number
      member: FormSubmission[]
    }
  const messages = ({ member }: Awaited<ReturnType<typeof list>>) =>
    member.map(({ entries }) => entries.find(({ label }) => label === 'Message')?.value)

  test('are stored with the labels of the fields, without passwords', async () => {
    const form = await createForm()
    expect((await submit(form)).status).toBe(201)
    const { totalItems, member } = await list()
    expect(totalItems).toBe(1)
    expect(member[0]).toMatchObject({
      '@type': 'FormSubmission',
      form,
      formType: 'example',
      isTest: false,
      createdAt: '2026-08-01T12:00:00+00:00',
    })
    expect(member[0]!.entries).toEqual([
      { name: 'example[text]', label: 'Name', value: 'Ada' },
      { name: 'example[subject]', label: 'Subject', value: 'Something you like' },
      { name: 'example[email]', label: 'Email address', value: 'ada@people.test' },
      { name: 'example[message]', label: 'Message', value: 'Well done' },
      { name: 'example[developer]', label: 'Are you a developer?', value: 'Yes' },
      { name: 'example[randomCheckbox]', label: 'I have read what I wrote', value: 'Yes' },
      { name: 'example[interests]', label: 'Interests', value: 'Design, Code' },
      { name: 'example[children][3][name]', label: 'Children 1, Name', value: 'Byron' },
      { name: 'example[children][7][name]', label: 'Children 2, Name', value: 'Annabella' },
    ])
    const stored = await whole.db.selectFrom('form_submission').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(await whole.mail()).toEqual([])
  })

  test('are not stored while a form is filled in, when it is invalid, or of built-in forms', async () => {
    const form = await createForm()
    await visitor.patch(`${form}/submit`, { example: { message: 'On the way' } })
    expect((await submit(form, { message: 'Alone' })).status).toBe(422)
    const register = await createForm({ formType: 'user_register' })
    const { status } = await visitor.post(`${register}/submit`, {
      user_register: {
        username: 'ada',
        emailAddress: 'ada@people.test',
        plainPassword: { first: secret, second: secret },
      },
    })
    expect(status).toBe(201)
    expect((await list()).totalItems).toBe(0)
  })

  test('are for editors only', async () => {
    const form = await createForm()
    await submit(form)
    const iri = (await list()).member[0]!['@id']
    const member = await whole.as('member', ['ROLE_USER'])
    for (const [browser, status] of [
      [visitor, 401],
      [member, 403],
    ] as const) {
      expect((await browser.get(submissions)).status).toBe(status)
      expect((await browser.get(`${submissions}.csv`)).status).toBe(status)
      expect((await browser.get(iri)).status).toBe(status)
      expect((await browser.get(`${submissions}/none`)).status).toBe(status)
      expect((await browser.remove(iri)).status).toBe(status)
      expect((await browser.post(`${form}/test`, {})).status).toBe(status)
    }
    const read = await editor.get(iri)
    expect(read.status).toBe(200)
    expect(read.headers.get('cache-control')).toContain('no-store')
    expect((await editor.get(`${submissions}/none`)).status).toBe(404)
    expect((await editor.remove(iri)).status).toBe(204)
    expect((await editor.remove(iri)).status).toBe(404)
    expect((await list()).totalItems).toBe(0)
  })

  test('are searched, listed for one form, and paginated, the latest first', async () => {
    const [one, other] = [await createForm(), await createForm()]
    await submit(one, { ...example, message: 'First, with ÄRGER' })
    await submit(other, { ...example, message: 'Second' })
    await submit(one, { ...example, message: 'Third_%' })
    expect(messages(await list())).toEqual(['Third_%', 'Second', 'First, with ÄRGER'])
    expect(messages(await list(`?form=${one}`))).toEqual(['Third_%', 'First, with ÄRGER'])
    expect(messages(await list(`?search=${encodeURIComponent('ärger')}`))).toEqual([
      'First, with ÄRGER',
    ])
    expect(messages(await list('?search=_%25'))).toEqual(['Third_%'])
    expect(messages(await list('?perPage=1&page=2'))).toEqual(['Second'])
    expect((await list('?search=nothing')).totalItems).toBe(0)
    await editor.remove(one)
    expect((await list(`?form=${one}`)).totalItems).toBe(2)
  })

  describe('recipients', () => {
    test('get each submission, and are known to editors only', async () => {
      const recipients = 'grace@people.test, joan@people.test;grace@people.test'
      const form = await createForm({ recipients })
      expect((await editor.get(form)).body['recipients']).toBe(recipients)
      const read = await visitor.get(form)
      expect(read.body).not.toHaveProperty('recipients')
      const answer = await submit(form, { ...example, message: 'A <b>bold</b> word' })
      expect(answer.text + read.text).not.toContain('grace')
      const mails = await whole.mail()
      expect(mails.map(({ to }) => to).toSorted()).toEqual([
        'grace@people.test',
        'joan@people.test',
      ])
      const [mail] = mails
      expect(mail!.subject).toBe('New message by the form “Example” at The Harbour')
      expect(mail!.text).toContain('Message: A <b>bold</b> word')
      expect(mail!.text).toContain('Email address: ada@people.test')
      expect(mail!.html).toContain('A &lt;b&gt;bold&lt;/b&gt; word')
      expect(mail!.text).not.toContain(secret)
    })

    test('are email addresses, at most ten', async () => {
      const refusal = async (recipients: string) => {
        const { status, body } = await editor.post('/component/forms', {
          formType: 'example',
          recipients,
        })
        return [status, ...(body.violations ?? []).map(({ message }) => message)]
      }
      const many = Array.from({ length: 11 }, (_, at) => `a${at}@people.test`).join(', ')
      const refused = [422, 'Enter up to ten email addresses, separated by commas.']
      for (const wrong of [
        'ada@people.test, grace',
        many,
        'a@b.test\nBcc: c@d.test',
        'a@b.test c@d.test',
        '@',
        ',',
        'a@b.test,,c@d.test',
      ])
        expect([wrong, await refusal(wrong)]).toEqual([wrong, refused])
      expect(await refusal(' a@b.test ;c@d.test, e@f.test ')).toEqual([201])
      expect(await refusal('')).toEqual([201])
    })
  })

  test('a test has sample values, is marked and mailed', async () => {
    const form = await createForm({ recipients: 'grace@people.test' })
    const { status, headers, body } = await editor.post(`${form}/test`, {})
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`/_api${body['@id']}`)
    const [stored] = (await list()).member
    expect(stored).toMatchObject({ isTest: true, form })
    expect(stored!.entries.map(({ value }) => value)).toContain('test@example.com')
    const [mail] = await whole.mail()
    expect(mail!.subject).toBe('Test of the form “Example” at The Harbour')
    const register = await createForm({ formType: 'user_register' })
    expect((await editor.post(`${register}/test`, {})).status).toBe(404)
    expect((await editor.post('/component/forms/none/test', {})).status).toBe(404)
  })

  test('are limited by the address that they come from', async () => {
    const form = await createForm()
    for (let at = 0; at < 30; at += 1) expect((await submit(form)).status).toBe(201)
    const refused = await submit(form)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await list('?perPage=1')).totalItems).toBe(30)
    whole.advanceClock(hour)
    expect((await submit(form)).status).toBe(201)
  })

  describe('as CSV', () => {
    const cells = (csv: string) => {
      const quoted = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g
      const lines: string[][] = [[]]
      for (const [, cell = '', end] of csv.matchAll(quoted)) {
        lines.at(-1)!.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
        if (end === '\r\n') lines.push([])
      }
      return lines.slice(0, -1)
    }

    test('has a line for each that matches, with a column for each field', async () => {
      const form = await createForm()
      await submit(form)
      await submit(form, { ...example, message: 'A "quote",\r\nand a line', children: {} })
      await editor.post(`${await createForm()}/test`, {})
      const { status, headers, text } = await editor.get(`${submissions}.csv?form=${form}`)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(headers.get('content-disposition')).toContain('attachment')
      expect(headers.get('cache-control')).toContain('no-store')
      const [header, latest, first, ...rest] = cells(text)
      expect(rest).toEqual([])
      expect(header!.slice(0, 5)).toEqual(['Received', 'Form', 'Test', 'Name', 'Subject'])
      expect(header).toContain('Children 2, Name')
      const column = header!.indexOf('Message')
      expect([latest![column], first![column]]).toEqual(['A "quote",\r\nand a line', 'Well done'])
      expect(first!.at(-1)).toBe('Annabella')
      expect(latest!.at(-1)).toBe('')
    })

    test('is empty but for its header without submissions', async () => {
      expect((await editor.get(`${submissions}.csv`)).text).toBe('Received,Form,Test\r\n')
      expect(createColumns().header()).toBe('\ufeffReceived,Form,Test\r\n')
    })

    test('has more of them than are held in memory at once, and runs nothing in a spreadsheet', async () => {
      const form = await createForm()
      const texts = fc
        .sample(fc.string({ minLength: 1, maxLength: 20 }), 420)
        .map((text, at) => `${at % 3 === 0 ? '=1+1' : '+'}${text.replaceAll('\0', '')} ${at}`)
      const rows = texts.map((value, at) => ({
        iri: `${submissions}/${String(at).padStart(4, '0')}`,
        form_iri: form,
        form_type: 'example',
        is_test: 0,
        entries: JSON.stringify([{ name: 'example[message]', label: 'Message', value }]),
        search_text: value,
        created_at: '2026-08-01T12:00:00.000Z',
      }))
      await whole.db.insertInto('form_submission').values(rows).execute()
      const { text } = await editor.get(`${submissions}.csv`)
      const [, ...lines] = cells(text)
      expect(lines.map((line) => line.at(-1))).toEqual(texts.toReversed().map((one) => `'${one}`))
    })
  })
})
