import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../support/server/databases.ts'
import { type ApiResponse, type ContentApi, createContentApi } from '../support/content-api.ts'

eachDatabase('concurrent editors who send If-Match', (open) => {
  let content: ContentApi
  beforeEach(async () => {
    content = createContentApi(await open())
  })

  type Step = (ask: () => Promise<ApiResponse>) => Promise<ApiResponse>
  const atOnce: Step = (ask) => ask()

  /** Appends marks to a text one by one; after a 412 continues from the returned version. */
  const write = async (iri: string, property: string, marks: readonly string[], step: Step) => {
    let seen = await step(() => content.asEditor.get(iri))
    for (const mark of marks) {
      for (let isSaved = false; !isSaved;) {
        const { headers, body } = seen
        const text = `${String(body[property] ?? '')} ${mark}`
        seen = await step(() =>
          content.asEditor.patch(iri, { [property]: text }, { 'If-Match': headers.get('etag')! }),
        )
        isSaved = seen.status === 200
        if (!isSaved) expect(seen.status).toBe(412)
      }
    }
  }

  const marksOf = (writer: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${writer}${at}`)
  const everybodys = (text: unknown) => String(text).trim().split(' ').toSorted()

  const about = {
    'a resource without drafts': async () => ({
      iri: (await content.makePage()).page,
      property: 'metaDescription',
      marks: [] as string[],
    }),
    'a live resource, whose first change creates a draft': async () => ({
      iri: (await content.makeTitle(null, 'live'))['@id'],
      property: 'title',
      marks: ['live'],
    }),
  }

  test.each(Object.entries(about))(
    '%s: no change is lost, in any order of requests',
    async (_, make) => {
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), fc.nat(4), fc.nat(4), async (scheduler, some, others) => {
          const { iri, property, marks } = await make()
          const step: Step = scheduler.scheduleFunction(atOnce)
          const [a, b] = [marksOf('a', some + 1), marksOf('b', others + 1)]
          const both = Promise.all([write(iri, property, a, step), write(iri, property, b, step)])
          await scheduler.waitFor(both)
          const { body } = await content.asEditor.get(iri)
          expect(everybodys(body[property])).toEqual([...marks, ...a, ...b].toSorted())
        }),
        { numRuns: 20 },
      )
    },
    120_000,
  )

  test.each(Object.entries(about))(
    '%s: no change is lost when requests overlap',
    async (_, make) => {
      const { iri, property, marks } = await make()
      const writers = ['a', 'b', 'c'].map((writer) => marksOf(writer, 8))
      await Promise.all(writers.map((own) => write(iri, property, own, atOnce)))
      const { body } = await content.asEditor.get(iri)
      expect(everybodys(body[property])).toEqual([...marks, ...writers.flat()].toSorted())
    },
  )

  test('without If-Match, the last write wins', async () => {
    const { page } = await content.makePage()
    const { headers } = await content.asEditor.get(page)
    await content.asEditor.patch(page, { metaDescription: 'first' })
    const stale = { 'If-Match': headers.get('etag')! }
    const refused = await content.asEditor.patch(page, { metaDescription: 'second' }, stale)
    expect(refused.status).toBe(412)
    expect(refused.body['metaDescription']).toBe('first')
    expect(refused.headers.get('etag')).toBe((await content.asEditor.get(page)).headers.get('etag'))
    expect((await content.asEditor.remove(page, stale)).status).toBe(412)
    expect((await content.asEditor.patch(page, { metaDescription: 'second' })).status).toBe(200)
  })
})
