/** The label of a group: the name that editors give a section, which visitors do not see. */
import { beforeEach, expect, test } from 'vitest'
import { type ContentApi, createContentApi } from '../support/content-api.ts'
import { eachDatabase } from '../../support/server/databases.ts'

eachDatabase('the label of a group', (open) => {
  let content: ContentApi
  let group: string
  beforeEach(async () => {
    content = createContentApi(await open())
    ;({ group } = await content.makePage('/'))
  })

  const labelFor = async (who = content.asEditor) => (await who.get(group)).body['label']
  const patch = (label: unknown, who = content.asEditor) => who.patch(group, { label })
  const violationOf = async (label: unknown) => {
    const { status, body } = await patch(label)
    expect(status).toBe(422)
    const [{ propertyPath, message, code } = {}] = body.violations
    expect(propertyPath).toBe('label')
    return [message, code]
  }

  test('is absent at first, is set and changed by editors, and null removes it', async () => {
    expect(await labelFor()).toBeUndefined()
    expect((await patch('  The cast ')).body['label']).toBe('The cast')
    expect(await labelFor()).toBe('The cast')
    await content.asEditor.patch(group, { reference: 'other' })
    expect(await labelFor()).toBe('The cast')
    const { status, body } = await patch(null)
    expect([status, 'label' in body]).toEqual([200, false])
    expect(await labelFor()).toBeUndefined()
  })

  test('can be given to a new group', async () => {
    const body = { reference: 'aside', location: '/_/pages/1', label: 'Aside' }
    const made = await content.create('/_/component_groups', body)
    expect(made['label']).toBe('Aside')
    expect((await content.asEditor.get(made['@id'])).body['label']).toBe('Aside')
  })

  test('is a text of at most 60 characters that is not blank', async () => {
    expect((await patch('x'.repeat(60))).status).toBe(200)
    const blank = ['This should not be blank.', 'c1051bb4-d103-4f74-8988-acbcafc7fdc3']
    for (const label of ['', '   ', '\u00a0\n']) expect(await violationOf(label)).toEqual(blank)
    const tooLong = ['Use at most 60 characters.', 'd94b19cc-114f-4f44-9cc4-4138e80a87b9']
    for (const label of ['x'.repeat(61), ' '.repeat(61), 'x'.repeat(500_000)])
      expect(await violationOf(label)).toEqual(tooLong)
    for (const label of [7, true, ['x'], { x: 1 }])
      expect(await violationOf(label)).toEqual(['This should be text.', undefined])
    expect(await labelFor()).toBe('x'.repeat(60))
  })

  test('is written and received by editors only: others get no trace of it', async () => {
    const events = await content.eventsDuring(() => patch('Secret cast'))
    expect(events.map(({ topic }) => topic)).toEqual([group])
    expect(JSON.stringify(events)).not.toContain('Secret cast')
    for (const who of [content.asVisitor, content.asUser]) {
      expect([401, 403]).toContain((await patch('Mine', who)).status)
      expect((await who.get(group)).status).toBe(200)
      expect(await labelFor(who)).toBeUndefined()
    }
    const payloadFor = async (viewer: typeof content.editor) =>
      JSON.stringify(await content.payload('/', viewer))
    expect(await payloadFor(content.visitor)).not.toContain('Secret cast')
    expect(await payloadFor(content.editor)).toContain('Secret cast')
    expect(await labelFor()).toBe('Secret cast')
  })
})
