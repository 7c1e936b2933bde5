/** An item that is added is made once, with its components, also where an answer is lost and the user saves again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Step } from '#content/change/types.ts'
import type { ItemDraft, ItemForm } from '#content/admin/item-form.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { isUuid } from '#content/model/uuid.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import { sendItem } from '#src/app/effects/admin/item-requests.ts'
import { createStorage } from '../support/web-storage.ts'

const storage = vi.fn<(key: string, text: string) => void>()
beforeEach(() => {
  const { setItem, ...others } = createStorage()
  storage.mockReset().mockImplementation(setItem)
  vi.stubGlobal('sessionStorage', { ...others, setItem: storage })
})
afterEach(() => void vi.unstubAllGlobals())

const posts = '/page_data/posts'
const headings = '/component/titles'

const form: ItemForm = {
  fields: [
    { name: 'title', label: 'Title', format: 'text' },
    { name: 'heading.title', label: 'Heading', format: 'text', part: 'heading' },
  ],
  parts: { heading: { endpoint: headings, isPublishable: false } as never },
  version: null,
}
const draft: ItemDraft = { title: 'One', 'heading.title': 'First' }

/** An API that makes one thing with each key, and may lose an answer or refuse. */
const createApi = () => {
  const made = new Map<string, string>()
  const steps: Step[] = []
  const answers: (Failure | undefined)[] = []
  const send = async (step: Step) => {
    steps.push(step)
    const answer = answers.shift()
    if (answer && answer.kind !== 'offline') throw answer
    if (step.method === 'DELETE') {
      for (const [id, iri] of made) if (iri === step.iri) made.delete(id)
      return null
    }
    const id = step.id ?? `unkeyed ${made.size}`
    const iri = step.method === 'POST' ? `${step.iri}/${id}` : step.iri
    if (step.method === 'POST') made.set(id, iri)
    if (answer) throw answer
    return { resource: { '@id': iri, '@type': 'X', ...step.body, _metadata: { persisted: true } } }
  }
  const readEntryPoint = async () => ({ post: posts })
  return {
    made,
    steps,
    /** Decides what comes of the next requests; undefined is for a success. */
    answer: (...next: typeof answers) => void answers.push(...next),
    api: { resources: { send }, readEntryPoint } as unknown as ContentApi,
  }
}

const lost = () => new Failure('offline')
const input = { path: '/_cwa/data/post/add', form, draft }
const save = (api: ContentApi, changed: Partial<typeof input> = {}, account = '/users/1') =>
  sendItem(api, { ...input, ...changed }, account)

test.each([
  ['the item', [undefined, lost()]],
  ['a component', [lost()]],
])('makes nothing twice after the answer about %s is lost', async (_, answers) => {
  const { api, made, steps, answer } = createApi()
  answer(...answers)
  await expect(save(api)).rejects.toMatchObject({ kind: 'offline' })
  const { resource, parts } = await save(api)
  expect([...made.values()].toSorted()).toEqual(
    [resource['@id'], parts!['heading']!.resource['@id']].toSorted(),
  )
  expect(resource['heading']).toBe(parts!['heading']!.resource['@id'])
  expect(steps.map(({ method }) => method)).not.toContain('DELETE')
  expect([...made.keys()].every(isUuid)).toBe(true)
  expect(made.size).toBe(2)
})

test('makes another one once the first was answered, or something else is entered, or by somebody else', async () => {
  const { api, made, answer } = createApi()
  answer(undefined, lost())
  await expect(save(api)).rejects.toMatchObject({ kind: 'offline' })
  await save(api, { draft: { ...draft, title: 'Two' } })
  await save(api, {}, '/users/2')
  await save(api)
  await save(api)
  expect(made.size).toBe(8)
})

test('discards the components of what is refused, and makes them anew', async () => {
  const { api, made, steps, answer } = createApi()
  answer(undefined, failureFromStatus(422, { violations: [] }))
  await expect(save(api)).rejects.toMatchObject({ status: 422 })
  expect(made.size).toBe(0)
  await save(api)
  expect(made.size).toBe(2)
  const keys = steps.flatMap(({ method, id }) => (method === 'POST' ? [id] : []))
  expect(new Set(keys).size).toBe(4)
})

test('remembers nothing that is entered about an account', async () => {
  const { api, steps, answer } = createApi()
  answer(lost())
  const fields: ItemForm['fields'] = [{ name: 'plainPassword', label: 'Password', format: 'text' }]
  const account = { path: '/_cwa/users/add', form: { fields, version: null } }
  await expect(
    save(api, { ...account, draft: { plainPassword: 'lovelace' } }),
  ).rejects.toMatchObject({ kind: 'offline' })
  expect(storage).not.toHaveBeenCalled()
  expect(steps).toMatchObject([{ method: 'POST', iri: '/users' }])
})
