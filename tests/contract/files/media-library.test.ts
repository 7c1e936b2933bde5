import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FullApi, createFullApi, origin } from '../support/full-api.ts'
import { type Json, past } from '../support/content-api.ts'
import { addFile, drawPng, filesOf, library, pathIn, pictureUri } from '../support/library-files.ts'
import { eachDatabase } from '../../support/server/databases.ts'

eachDatabase('the media library', (open) => {
  let whole: FullApi
  let editor: Awaited<ReturnType<FullApi['as']>>
  beforeEach(async () => {
    whole = await createFullApi(await open())
    editor = await whole.as('eve', ['ROLE_ADMIN'])
  })
  afterEach(() => whole.close())

  const add = (width: number, name?: string) => addFile(editor, width, name)
  const added = async (width: number, name?: string) => (await add(width, name)).body
  const createImage = async (file: unknown, about = {}) =>
    (await editor.post('/component/images', { file, ...about })).body
  const read = async (iri: string) => (await editor.get(iri)).body
  const list = async (query = '') => (await editor.get(`${library}${query}`)).body
  const storedFiles = async () => (await readdir(join(whole.folder, 'files'))).toSorted()
  const names = (body: Json) => body.member.map((member) => member['name'])

  test('adds a file, and describes it with its variants', async () => {
    const { status, headers, body } = await add(1000, 'Harbour.png')
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`/_api${body['@id']}`)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(body).toMatchObject({
      '@context': '/contexts/MediaObject',
      '@type': 'MediaObject',
      name: 'Harbour.png',
      tags: [],
      alternativeTexts: {},
      useCount: 0,
      _metadata: { persisted: true },
    })
    expect(body['@id']).toMatch(/^\/_\/media_objects\/harbour-[0-9a-f]{8}\.png$/)
    const [original, ...variants] = filesOf(body)
    expect(original).toMatchObject({ '@id': body['@id'], mimeType: 'image/png', width: 1000 })
    expect(variants.map(({ imagineFilter }) => imagineFilter)).toEqual([
      'thumbnail',
      'w480',
      'w960',
    ])
    for (const { contentUrl, mimeType } of filesOf(body)) {
      const sent = await editor.get(pathIn(contentUrl))
      expect([sent.status, sent.headers.get('content-type')]).toEqual([200, mimeType])
      expect(sent.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    }
    expect(await read(body['@id'])).toMatchObject({ name: 'Harbour.png', usedBy: [] })
  })

  test('accepts multipart bodies', async () => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(await drawPng(12))], '../Café.PNG'))
    const Cookie = [...editor.cookies].map((pair) => pair.join('=')).join('; ')
    const sent = await whole.api.request(`${origin}/_api${library}`, {
      method: 'POST',
      headers: { Cookie },
      body: form,
    })
    expect(sent.status).toBe(201)
    expect(await sent.json()).toMatchObject({ name: 'Café.PNG' })
  })

  test('has a file once, however often and whereby it is uploaded', async () => {
    const first = await add(20, 'one.png')
    const again = await add(20, 'two.png')
    expect([again.status, again.body['@id'], again.body['name']]).toEqual([
      200,
      first.body['@id'],
      'one.png',
    ])
    const files = await storedFiles()
    const [one, two] = [
      await createImage(await pictureUri(20)),
      await createImage(await pictureUri(20)),
    ]
    expect(await storedFiles()).toEqual(files)
    expect(await list()).toMatchObject({ totalItems: 1, member: [{ useCount: 2 }] })
    // Each upload has a name of its own, as if it were stored for itself.
    const urls = [one, two].map((image) => filesOf(image)[0]!.contentUrl)
    expect(new Set(urls).size).toBe(2)
    for (const url of urls) expect((await editor.get(pathIn(url))).status).toBe(200)
  })

  test('lists what components have, also what they no longer have', async () => {
    const image = await createImage(await pictureUri(30, 'goat.png'))
    expect(names(await list())).toEqual(['goat.png'])
    await editor.patch(image['@id'], { file: null })
    expect(await list()).toMatchObject({ member: [{ name: 'goat.png', useCount: 0 }] })
    await editor.remove(image['@id'])
    expect(await list()).toMatchObject({ totalItems: 1 })
  })

  test('finds a file by the IRI with which a component describes it', async () => {
    const { '@id': iri } = await added(20, 'first.png')
    const image = await createImage(await pictureUri(20, 'second.png'))
    const [file] = filesOf(image)
    expect(file!['@id']).toMatch(/second-/)
    expect((await read(file!['@id']))['@id']).toBe(iri)
  })

  describe('lists', () => {
    beforeEach(async () => {
      for (const [at, name] of ['Alpha.png', 'beta.png', 'Gamma.png'].entries()) {
        const { '@id': iri } = await added(40 + at, name)
        await editor.patch(iri, {
          tags: [`t${at % 2}`, 'All'],
          alternativeTexts: { de: `Über ${at}`, en: `About ${at}` },
        })
        whole.advanceClock(1000)
      }
    })

    test.each([
      ['newest first', '', ['Gamma.png', 'beta.png', 'Alpha.png']],
      ['the oldest first', '?order[createdAt]=asc', ['Alpha.png', 'beta.png', 'Gamma.png']],
      ['by name', '?order[name]=desc', ['Gamma.png', 'beta.png', 'Alpha.png']],
      ['by size', '?order[fileSize]=asc', ['Alpha.png', 'beta.png', 'Gamma.png']],
      ['what is found by its name', '?search=BETA', ['beta.png']],
      ['what is found by a tag', '?search=t1', ['beta.png']],
      ['what is found by a text', `?search=${encodeURIComponent('über 2')}`, ['Gamma.png']],
      ['what has a tag', '?tags[]=T0', ['Gamma.png', 'Alpha.png']],
      ['what has all tags', '?tags[]=all&tags[]=t1', ['beta.png']],
      ['nothing that is not found', '?search=%25', []],
      ['no part of a tag', '?tags[]=al', []],
    ])('%s', async (_, query, expected) => {
      expect(names(await list(query))).toEqual(expected)
    })

    test('page by page', async () => {
      const page = await list('?perPage=2&page=2&order[name]=asc')
      expect(page).toMatchObject({
        '@id': library,
        '@type': 'Collection',
        totalItems: 3,
        view: { last: '/_/media_objects?perPage=2&order[name]=asc&page=2' },
      })
      expect(names(page)).toEqual(['Gamma.png'])
      expect((await editor.get(`${library}?perPage=-1`)).status).toBe(400)
    })

    test('the tags with their files', async () => {
      expect((await read(`${library}/tags`))['tags']).toEqual([
        { tag: 'all', fileCount: 3 },
        { tag: 't0', fileCount: 2 },
        { tag: 't1', fileCount: 1 },
      ])
    })
  })

  describe('a file', () => {
    test('gets another name, tags, and texts by language', async () => {
      const { '@id': iri } = await added(20)
      const { body } = await editor.patch(iri, {
        name: ' Logo ',
        tags: ['Blue', 'blue ', 'Brand'],
        alternativeTexts: { en: 'A logo', 'pt-BR': 'Um logotipo' },
      })
      expect(body).toMatchObject({ name: 'Logo', tags: ['blue', 'brand'] })
      const texts = await editor.patch(iri, { alternativeTexts: { 'pt-BR': null, de: 'Ein Logo' } })
      expect(texts.body['alternativeTexts']).toEqual({ de: 'Ein Logo', en: 'A logo' })
      expect((await editor.patch(iri, { tags: null })).body['tags']).toEqual([])
    })

    test.each([
      ['a blank name', 'name', ' '],
      ['no name', 'name', null],
      ['a name that is too long', 'name', 'x'.repeat(256)],
      ['tags that are no list', 'tags', 'one'],
      ['a blank tag', 'tags', [' ']],
      ['too many tags', 'tags', Array.from({ length: 51 }, (_, at) => `t${at}`)],
      ['texts that are no object', 'alternativeTexts', ['en']],
      ['a text that is none', 'alternativeTexts', { en: 5 }],
      ['what is no language', 'alternativeTexts', { 'not one': 'text' }],
      [
        'too many languages',
        'alternativeTexts',
        Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`en-x${at}`, 'text'])),
      ],
    ])('refuses %s', async (_, property, value) => {
      const { '@id': iri } = await added(20)
      const { status, body } = await editor.patch(iri, { [property]: value })
      expect(status).toBe(422)
      expect(body.violations).toMatchObject([{ propertyPath: property }])
    })

    test('is changed only in the version that was expected', async () => {
      const { headers, body } = await add(20)
      const match = { 'If-Match': headers.get('etag')! }
      const changed = await editor.patch(body['@id'], { name: 'Mine' }, match)
      expect(changed.status).toBe(200)
      expect(changed.headers.get('etag')).not.toBe(match['If-Match'])
      const refused = await editor.patch(body['@id'], { name: 'Theirs' }, match)
      expect([refused.status, refused.body['name']]).toEqual([412, 'Mine'])
      expect(refused.headers.get('etag')).toBe(changed.headers.get('etag'))
      const deletion = await editor.ask('DELETE', body['@id'], { headers: match })
      expect(deletion.status).toBe(412)
      const same = await editor.patch(body['@id'], { name: 'Mine' })
      expect(same.headers.get('etag')).toBe(changed.headers.get('etag'))
    })

    test('is deleted with what is stored, unless a live version or a draft has it', async () => {
      const { '@id': iri } = await added(20)
      const image = await createImage(iri, { publishedAt: past })
      const draft = (await editor.patch(image['@id'], { alt: 'A draft' })).body
      const refused = await editor.remove(iri)
      expect(refused.status).toBe(422)
      expect(refused.body.violations).toMatchObject([
        { propertyPath: 'usedBy', message: 'This file is used 2 times.' },
        { iri: [image['@id'], draft['@id']].toSorted()[0] },
        { iri: [image['@id'], draft['@id']].toSorted()[1] },
      ])
      await editor.patch(draft['@id'], { file: await pictureUri(21), publishedAt: past })
      expect((await editor.remove(iri)).status).toBe(204)
      expect((await editor.get(iri)).status).toBe(404)
      expect((await editor.remove(iri)).status).toBe(404)
      expect(await storedFiles()).toHaveLength(2)
    })

    test('tells which resources have it, and on which pages', async () => {
      const { '@id': iri } = await added(20)
      const layout = (await editor.post('/_/layouts', { reference: 'l', uiComponent: 'Primary' }))
        .body
      const page = await editor.post('/_/pages', {
        reference: 'p',
        title: 'The harbour',
        layout: layout['@id'],
        isTemplate: false,
        uiComponent: 'PrimaryPageTemplate',
      })
      const group = await editor.post('/_/component_groups', {
        reference: 'g',
        location: page.body['@id'],
        pages: [page.body['@id']],
      })
      await editor.post('/_/routes', { path: '/harbour', name: 'h', page: page.body['@id'] })
      const image = await createImage(iri, {
        publishedAt: past,
        componentPositions: [{ componentGroup: group.body['@id'] }],
      })
      const draft = (await editor.patch(image['@id'], { alt: 'A draft' })).body
      const pages = [{ '@id': page.body['@id'], title: 'The harbour', path: '/harbour' }]
      const use = { '@type': 'Image', label: 'Image', property: 'file', pages, hasMorePages: false }
      const found = await read(iri)
      expect(found['useCount']).toBe(2)
      expect(found['usedBy']).toEqual(
        [
          { '@id': image['@id'], ...use, isPublished: true },
          { '@id': draft['@id'], ...use, isPublished: false },
        ].toSorted((one, other) => (one['@id'] < other['@id'] ? -1 : 1)),
      )
    })
  })

  describe('a component', () => {
    test('gets a file of the library, as a draft of what is live', async () => {
      const [one, two] = [await added(20), await added(30)]
      const image = await createImage(one['@id'], { publishedAt: past })
      expect(filesOf(image)).toMatchObject([{ '@id': one['@id'], width: 20 }, {}])
      const draft = (await editor.patch(image['@id'], { file: two['@id'] })).body
      expect(draft['publishedResource']).toBe(image['@id'])
      expect(filesOf(draft)[0]).toMatchObject({ '@id': two['@id'], width: 30 })
      expect(await storedFiles()).toHaveLength(4)
      const same = (await editor.patch(draft['@id'], { file: two['@id'] })).body
      expect(same).toEqual(draft)
      const live = (await editor.patch(draft['@id'], { publishedAt: past })).body
      expect(filesOf(live)[0]).toMatchObject({ '@id': two['@id'] })
      expect((await read(one['@id']))['useCount']).toBe(0)
      expect((await read(two['@id']))['useCount']).toBe(1)
    })

    test('gets back a file as it had it, by the IRI with which it described that', async () => {
      await added(20, 'first.png')
      const image = await createImage(await pictureUri(20, 'second.png'))
      const before = filesOf(image)
      await editor.patch(image['@id'], { file: await pictureUri(30) })
      const restored = (await editor.patch(image['@id'], { file: before[0]!['@id'] })).body
      expect(filesOf(restored)).toEqual(before)
    })

    test('refuses a file that the library does not have', async () => {
      const { '@id': iri } = await added(20)
      await editor.remove(iri)
      const missing = await editor.post('/component/images', { file: iri })
      expect(missing.status).toBe(422)
      expect(missing.body.violations).toEqual([
        { propertyPath: 'file', message: 'This file is no longer in the media library.' },
      ])
    })
  })

  test('is for editors only', async () => {
    const { '@id': iri, _metadata } = await added(20)
    const url = pathIn(_metadata.mediaObjects!['file']![0]!.contentUrl)
    const visitor = whole.browser()
    const user = await whole.as('ulf', ['ROLE_USER'])
    for (const [method, path] of [
      ['GET', library],
      ['POST', library],
      ['GET', `${library}/tags`],
      ['GET', iri],
      ['PATCH', iri],
      ['DELETE', iri],
      ['GET', url],
      ['GET', `${library}/nothing.png`],
    ] as const) {
      const ask = async (as: Pick<typeof visitor, 'ask'>) => {
        const { status, text } = await as.ask(method, path, method === 'GET' ? {} : { body: '{}' })
        return [status, text.includes('picture')]
      }
      expect(await ask(visitor), `${method} ${path}`).toEqual([401, false])
      expect(await ask(user), `${method} ${path}`).toEqual([403, false])
    }
    const collection = await editor.post('/component/collections', { resourceIri: library })
    expect(collection.status).toBe(422)
  })

  test('refuses what is no picture before it stores anything', async () => {
    for (const file of ['data:text/plain;base64,aGVsbG8=', 'x', '', null, 5, undefined]) {
      const { status, body } = await editor.post(library, { file })
      expect([status, body.violations?.[0]?.propertyPath]).toEqual([422, 'file'])
    }
    expect(
      (await editor.ask('POST', library, { body: 'x', headers: { 'Content-Type': 'text/plain' } }))
        .status,
    ).toBe(415)
    expect(await list()).toMatchObject({ totalItems: 0 })
  })

  test('has each content once and loses none, whatever happens at the same time', async () => {
    const uris = await Promise.all([1, 2, 3].map((width) => pictureUri(width)))
    const action = fc.record({
      kind: fc.constantFrom('add', 'create', 'replace', 'remove', 'deleteFile', 'deleteFile'),
      at: fc.nat({ max: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
        async (rounds) => {
          const images: string[] = []
          const media = new Set<string>()
          const run = async ({ kind, at }: { kind: string; at: number }) => {
            const file = uris[at]
            const image = images[at]
            if (kind === 'add') media.add((await editor.post(library, { file })).body['@id'])
            else if (kind === 'create') images.push((await createImage(file))['@id'])
            else if (kind === 'replace' && image) await editor.patch(image, { file })
            else if (kind === 'remove' && image) await editor.remove(image)
            else if (kind === 'deleteFile') {
              const { member } = await list()
              if (member[at]) await editor.remove(member[at]['@id'])
            }
          }
          for (const round of rounds) await Promise.all(round.map(run))
          const listed = await list()
          const hashes = await whole.db.selectFrom('media_object').select('content_hash').execute()
          expect(new Set(hashes.map((row) => row.content_hash)).size).toBe(listed.member.length)
          const { member: all } = (await editor.get('/component/images?perPage=100')).body
          const uses = listed.member.reduce((sum, one) => sum + Number(one['useCount']), 0)
          expect(uses).toBe(all.filter((image) => filesOf(image).length).length)
          for (const resource of [...all, ...listed.member]) {
            for (const { contentUrl } of filesOf(resource)) {
              const { status } = await editor.get(pathIn(contentUrl))
              expect(status, contentUrl).toBe(200)
            }
          }
          // Two files for each: the original and its thumbnail.
          expect(await storedFiles()).toHaveLength(2 * listed.member.length)
          for (const { '@id': iri } of all) await editor.remove(iri)
          for (const { '@id': iri } of listed.member)
            expect((await editor.remove(iri)).status).toBe(204)
          expect(await storedFiles()).toEqual([])
        },
      ),
      { numRuns: 25 },
    )
  })
})
