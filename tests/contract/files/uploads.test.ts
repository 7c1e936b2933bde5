import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Env } from '#server/http/hono-env.ts'
import { type Viewer, anonymous } from '#server/auth/viewer.ts'
import { problemFor } from '#server/http/error-response.ts'
import { finalHeaders } from '#server/http/response-headers.ts'
import { createFileStorage } from '#server/media/file-storage.ts'
import { detectFileType, svgSize } from '#server/media/detect-file-type.ts'
import { createMedia } from '#server/media/media.ts'
import { type ProcessedImage, InvalidFileError, processImage } from '#server/media/process-image.ts'
import { resourceEndpoints } from '#server/endpoints/resources.ts'
import { createEndpoints as fileEndpoints } from '#server/endpoints/features/files.ts'
import type { Database } from '#server/store/db/schema.ts'
import { createStore } from '#server/store/store.ts'
import { kinds } from '#site/kinds.ts'
import { type Json, editor, past, user, visitor } from '../support/content-api.ts'
import { createFullApi } from '../support/full-api.ts'
import { eachDatabase } from '../../support/server/databases.ts'

const color = { r: 200, g: 80, b: 40, alpha: 1 }
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: color } })
const png = (width = 20, height = 10) => drawn(width, height).png().toBuffer()
const svg = Buffer.from(
  '<?xml version="1.0"?><!-- drawn --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><script>alert(1)</script></svg>',
)
const megabyte = 1024 * 1024
const blank = 'c1051bb4-d103-4f74-8988-acbcafc7fdc3'

describe('the type of a file', () => {
  test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
    'a %s by its content',
    async (format) => {
      const bytes = await drawn(4, 4).toFormat(format).toBuffer()
      expect(detectFileType(bytes)).toMatchObject({ mimeType: `image/${format}`, isRaster: true })
    },
  )

  test.each([
    ['a page', '<!DOCTYPE html><html><svg></svg></html>'],
    ['words', 'svg'],
    ['nothing', ''],
    ['something that unfolds', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'],
    ['a name that only begins the same', '<svgx></svgx>'],
    ['a comment without an end', '<!-- <svg></svg>'],
    ['a script', '#!/bin/sh\n<svg></svg>'],
    ['the beginning of a drawing, and a line break', '<svg\r\n'],
    ['a drawing that never ends', '<svg xmlns="http://www.w3.org/2000/svg"><g>'],
    ['a drawing with something behind it', '<svg xmlns="http://www.w3.org/2000/svg"/>MZ'],
    ['a drawing of no namespace', '<svg/>'],
    ['a drawing of another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml"/>'],
  ])('%s is not an image', (_, text) => {
    expect(detectFileType(Buffer.from(text))).toBeNull()
  })

  test.each([
    [
      'Illustrator',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n\t<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n]>\n<svg xmlns="&ns_svg;"><metadata><?xpacket end="w"?></metadata></svg>',
    ],
    [
      'Inkscape',
      '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Created with Inkscape -->\n<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>\n',
    ],
  ])('is SVG as %s writes it', (_, text) => {
    expect(detectFileType(Buffer.from(text))).toMatchObject({ format: 'svg' })
  })

  test('is AVIF even if only the compatible brands say so', async () => {
    const bytes = await drawn(4, 4).avif().toBuffer()
    bytes.write('mif1', 8)
    expect(detectFileType(bytes)).toMatchObject({ format: 'avif' })
    expect(await processImage(bytes)).toMatchObject({ width: 4, height: 4 })
  })

  test('a file damaged anywhere is rejected or accepted, without a server error', async () => {
    const formats = ['png', 'jpeg', 'gif', 'webp'] as const
    const pictures = await Promise.all(
      formats.map((format) => drawn(24, 16).toFormat(format).toBuffer()),
    )
    const damaged = fc
      .tuple(
        fc.constantFrom(...pictures),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
        fc.nat(),
      )
      .map(([bytes, changes, cut]) => {
        const copy = Buffer.from(bytes)
        for (const [at, value] of changes) copy[at % copy.length] = value
        return copy.subarray(0, cut % 3 ? copy.length : cut % copy.length)
      })
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        const outcome = await processImage(bytes).catch((thrown: unknown) => thrown)
        return outcome instanceof InvalidFileError || (outcome as ProcessedImage).type.isRaster
      }),
      { numRuns: 200 },
    )
  })

  test('is SVG, with its size', () => {
    expect(detectFileType(svg)).toMatchObject({ mimeType: 'image/svg+xml', isRaster: false })
    expect(svgSize(svg)).toEqual({ width: 40, height: 30 })
    const sized = (attributes: string) =>
      svgSize(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`))
    expect(sized('width="12px" height="8" viewBox="0 0 1 1"')).toEqual({ width: 12, height: 8 })
    expect(sized("viewBox=' 0,0 , 40 30.4 '")).toEqual({ width: 40, height: 30 })
    for (const none of ['width="100%"', 'width="1" height="0"', 'viewBox="0 0 x y"']) {
      expect(sized(none)).toEqual({})
    }
  })
})

eachDatabase('uploads', (open) => {
  let db: Database
  let folder: string
  let ask: ReturnType<typeof createAsk>
  let media: ReturnType<typeof createMedia>
  let store: ReturnType<typeof createStore>

  const createAsk = () => {
    media = createMedia({ db, files: createFileStorage(folder), base: 'https://site.test/_api' })
    store = createStore(db, { kinds, typeExtensions: [media.feature] })
    let viewer: Viewer = anonymous
    const api = new Hono<Env>()
      .use(async (c, next) => {
        c.set('viewer', viewer)
        await next()
      })
      .route('/', fileEndpoints({ store, media }).routes)
      .route('/', resourceEndpoints(store, media.withStoredFiles).routes)
    const app = new Hono().route('/_api', api).onError((thrown) => {
      const refusal = problemFor(thrown)
      if (refusal.status >= 500) throw thrown
      return refusal.getResponse()
    })
    return async (path: string, init: RequestInit = {}, as: Viewer = editor) => {
      viewer = as
      const url = path.startsWith('https:') ? path : `https://site.test/_api${path}`
      return app.request(url, init)
    }
  }

  beforeEach(async () => {
    db = await open()
    folder = await mkdtemp(join(tmpdir(), 'troupe-files-'))
    ask = createAsk()
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const multipart = (bytes: Uint8Array<ArrayBuffer>, name = 'Café in März.PNG', part = 'file') => {
    const form = new FormData()
    form.set(part, new File([bytes], name, { type: 'application/x-lies' }))
    return { method: 'POST', body: form }
  }
  const read = async (answer: Response) => (await answer.json()) as Json
  const upload = async (
    bytes: Uint8Array<ArrayBuffer>,
    path = '/component/images/upload',
    name?: string,
  ) => {
    const answer = await ask(path, multipart(bytes, name))
    if (answer.status !== 201) throw new Error(await answer.text())
    return read(answer)
  }
  const patch = (path: string, body: unknown) =>
    ask(path, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: JSON.stringify(body),
    })
  const post = (body: unknown) =>
    ask('/component/images', {
      method: 'POST',
      headers: { 'Content-Type': 'application/ld+json' },
      body: JSON.stringify(body),
    })
  const objectsOf = (resource: Json) => resource._metadata.mediaObjects?.['file'] ?? []
  const urlOf = (resource: Json) => objectsOf(resource)[0]!.contentUrl
  const published = async (bytes: Uint8Array<ArrayBuffer>) => {
    const draft = await upload(bytes)
    return read(await patch(draft['@id'], { publishedAt: past }))
  }
  const files = async () => (await readdir(folder)).toSorted()

  test('creates a draft with metadata for the file', async () => {
    const bytes = await png(1000, 400)
    const answer = await ask('/component/images/upload', multipart(bytes))
    expect(answer.status).toBe(201)
    const image = await read(answer)
    expect(answer.headers.get('location')).toBe(`/_api${image['@id']}`)
    expect(image).toMatchObject({
      '@context': '/contexts/Image',
      '@type': 'Image',
      _metadata: { publishable: { published: false } },
    })
    expect(image).not.toHaveProperty('file')
    const [original, ...variants] = objectsOf(image)
    const name = original!['@id'].slice('/_/media_objects/'.length)
    expect(name).toMatch(/^cafe-in-marz-[0-9a-f]{8}\.png$/)
    expect(original).toEqual({
      '@type': 'http://schema.org/MediaObject',
      '@id': `/_/media_objects/${name}`,
      contentUrl: `https://site.test/_api${image['@id']}/download/file/${name}`,
      fileSize: bytes.length,
      formattedFileSize: `${(bytes.length / 1024).toFixed(1)}KB`,
      mimeType: 'image/png',
      width: 1000,
      height: 400,
    })
    expect(variants).toMatchObject([
      { imagineFilter: 'thumbnail', mimeType: 'image/webp', width: 500, height: 200 },
      { imagineFilter: 'w480', width: 480, height: 192 },
      { imagineFilter: 'w960', width: 960, height: 384 },
    ])
    for (const variant of variants) {
      const sent = Buffer.from(await (await ask(variant.contentUrl)).arrayBuffer())
      const { width, height, format } = await sharp(sent).metadata()
      expect({ width, height, format }).toEqual({
        width: variant.width,
        height: variant.height,
        format: 'webp',
      })
      expect(sent.length).toBe(variant.fileSize)
    }
  })

  test('rotates an image by its orientation', async () => {
    const bytes = await drawn(800, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(objectsOf(await upload(bytes))).toMatchObject([
      { mimeType: 'image/jpeg', width: 600, height: 800 },
      { imagineFilter: 'thumbnail', width: 375, height: 500 },
      { imagineFilter: 'w480', width: 480, height: 640 },
    ])
  })

  test('never enlarges small images', async () => {
    expect(objectsOf(await upload(await png(20, 10)))).toMatchObject([
      { width: 20, height: 10 },
      { imagineFilter: 'thumbnail', width: 20, height: 10 },
    ])
  })

  test('rejects clients that may not write before anything is read', async () => {
    const { '@id': live } = await published(await png())
    const { '@id': draft } = await upload(await png())
    const before = await files()
    const rubbish = { method: 'POST', body: 'rubbish' }
    const status = async (path: string, as: Viewer) => (await ask(path, rubbish, as)).status
    expect(await status('/component/images/upload', visitor)).toBe(401)
    expect(await status('/component/images/upload', user)).toBe(403)
    expect(await status(`${live}/upload`, visitor)).toBe(401)
    expect(await status(`${live}/upload`, user)).toBe(403)
    expect(await status(`${draft}/upload`, user), 'drafts are not told of').toBe(404)
    expect(await files()).toEqual(before)
  })

  test('reports an invalid file at its property', async () => {
    const refused = async (init: RequestInit) => {
      const answer = await ask('/component/images/upload', init)
      return { status: answer.status, violations: (await read(answer)).violations }
    }
    const json = { 'Content-Type': 'application/json' }
    expect((await refused({ method: 'POST', headers: json, body: '{}' })).status).toBe(415)
    const broken = { 'Content-Type': 'multipart/form-data; boundary=x' }
    expect((await refused({ method: 'POST', headers: broken, body: 'rubbish' })).status).toBe(400)
    expect(
      (await refused({ method: 'POST', headers: { 'Content-Type': 'multipart/form-data' } }))
        .status,
    ).toBe(400)
    expect(await refused(multipart(await png(), 'a.png', 'other'))).toEqual({
      status: 422,
      violations: [{ propertyPath: 'file', message: 'Choose a file.', code: blank }],
    })
    expect(await refused(multipart(Buffer.from('MZ\x90 not a picture'), 'a.png'))).toEqual({
      status: 422,
      violations: [
        {
          propertyPath: 'file',
          message: 'Send a complete picture and nothing else: PNG, JPEG, GIF, WebP, AVIF or SVG.',
        },
      ],
    })
    const cut = Buffer.from((await png(300, 300)).subarray(0, 200))
    expect((await refused(multipart(cut))).violations).toMatchObject([{ propertyPath: 'file' }])
    expect((await refused(multipart(Buffer.alloc(0)))).status).toBe(422)
    expect(await files()).toEqual([])
  })

  test('rejects an SVG that would take seconds to check', async () => {
    const drawing = (attributes: string, content: string) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)
    const many = Array.from({ length: 200_000 }, (_, at) => `a${at}=""`).join(' ')
    const deep = '<g>'.repeat(98) + '<g/>'.repeat(1_000_000) + '</g>'.repeat(98)
    for (const file of [drawing(many, ''), drawing('', deep)]) {
      expect(detectFileType(file)).toBeNull()
      const answer = await ask('/component/images/upload', multipart(file, 'slow.svg'))
      expect(answer.status).toBe(422)
    }
  })

  test('limits a file to 5 MB and a request to 8 MB', async () => {
    const svgOf = (size: number) => {
      const [start, end] = ['<svg xmlns="http://www.w3.org/2000/svg"><!--', '--></svg>']
      return Buffer.from(start + 'x'.repeat(size - start.length - end.length) + end)
    }
    const padded = async (size: number) => svgOf(size)
    expect(
      (await ask('/component/images/upload', multipart(await padded(5 * megabyte)))).status,
    ).toBe(201)
    const large = await ask('/component/images/upload', multipart(await padded(5 * megabyte + 1)))
    expect(large.status).toBe(422)
    expect((await read(large)).violations).toEqual([
      { propertyPath: 'file', message: 'Send at most 5 MB.' },
    ])
    const whole = await createFullApi(await open())
    const multipartType = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const admin = await whole.as('admin', ['ROLE_ADMIN'])
    const huge = await admin.ask('POST', '/component/images/upload', {
      body: 'x'.repeat(8 * megabyte + 1),
      headers: multipartType,
    })
    expect(huge.status).toBe(413)
    await whole.close()
  })

  test('accepts a data URI or base64 in JSON, and nothing else', async () => {
    const bytes = await png()
    const uri = `data:image/png;base64,${bytes.toString('base64')}`
    for (const file of [uri, bytes.toString('base64')]) {
      const answer = await post({ file, alt: 'A square' })
      expect(answer.status).toBe(201)
      const image = await read(answer)
      expect(image['alt']).toBe('A square')
      expect(objectsOf(image)[0]).toMatchObject({ mimeType: 'image/png', fileSize: bytes.length })
      expect(objectsOf(image)[0]!['@id']).toMatch(/\/file-[0-9a-f]{8}\.png$/)
    }
    const before = await files()
    const forged = { name: '../secret', mimeType: 'text/html', size: 1, variants: [] }
    for (const file of ['data:image/png,abc', 'ä', 5, forged, [uri]]) {
      const answer = await post({ file })
      expect(answer.status).toBe(422)
      expect((await read(answer)).violations).toMatchObject([{ propertyPath: 'file' }])
    }
    expect(await files()).toEqual(before)
  })

  test('tells a picture that needs no alternative text from one without', async () => {
    const { '@id': iri } = await read(await post({ alt: '' }))
    expect((await read(await patch(iri, {})))['alt']).toBe('')
    expect(await read(await patch(iri, { alt: null }))).not.toHaveProperty('alt')
    expect((await read(await patch(iri, { alt: '' })))['alt']).toBe('')
  })

  test('stores no file when the resource is rejected', async () => {
    const file = (await png()).toString('base64')
    const answer = await post({ file, alt: 5 })
    expect(answer.status).toBe(422)
    expect(await files()).toEqual([])
  })

  test('requires an image to publish, and allows removing it', async () => {
    const empty = await read(await post({ alt: 'Nothing' }))
    const refused = await patch(empty['@id'], { publishedAt: past })
    expect(refused.status).toBe(422)
    expect((await read(refused)).violations).toEqual([
      { propertyPath: 'file', message: 'Choose a picture.', code: blank },
    ])
    const image = await upload(await png(), `${empty['@id']}/upload`)
    expect(image['@id']).toBe(empty['@id'])
    for (const nothing of [null, '']) {
      await upload(await png(), `${empty['@id']}/upload`)
      const without = await read(await patch(image['@id'], { file: nothing }))
      expect(without._metadata).not.toHaveProperty('mediaObjects')
      expect(await files(), 'the media library has it once').toHaveLength(2)
    }
  })

  test('keeps the files of a write that may have been committed when the connection broke', async () => {
    const definition = store.types.byName('Image')!
    const file = `data:image/png;base64,${(await png()).toString('base64')}`
    const created: Json[] = []
    const write = media.withStoredFiles(definition, { file }, async (body) => {
      const { resource } = await store.create('/component/images', body, editor)
      created.push(resource as Json)
      throw new Error('Connection terminated unexpectedly')
    })
    await expect(write).rejects.toThrow('Connection terminated')
    expect((await ask(urlOf(created[0]!))).status).toBe(200)
  })

  test('creates a draft for a new file; the live image stays', async () => {
    const live = await published(await png(20, 10))
    const draft = await upload(await png(30, 10), `${live['@id']}/upload`)
    expect(draft['@id']).not.toBe(live['@id'])
    expect(draft['publishedResource']).toBe(live['@id'])
    expect(objectsOf(draft)[0]).toMatchObject({ width: 30 })
    const shown = await read(await ask(live['@id'], {}, visitor))
    expect(objectsOf(shown)).toEqual(objectsOf(live))
    expect((await ask(urlOf(live), {}, visitor)).status).toBe(200)
    expect((await ask(urlOf(draft), {}, visitor)).status).toBe(404)
    expect((await ask(`${live['@id']}/download/file`, {}, visitor)).status).toBe(200)
    expect((await ask(`${draft['@id']}/download/file`, {}, visitor)).status).toBe(404)

    const once = await files()
    const edited = await upload(await png(40, 10), `${live['@id']}/upload?published=true`)
    expect(edited['@id']).toBe(live['@id'])
    expect(objectsOf(edited)[0]).toMatchObject({ width: 40 })
    expect((await files()).length, 'the media library keeps the others').toBe(once.length + 2)
  })

  test('keeps every file in the media library, whatever becomes of the image', async () => {
    const live = await published(await png(20, 10))
    const draft = await upload(await png(30, 10), `${live['@id']}/upload`)
    expect(await files()).toHaveLength(4)
    const now = await read(await patch(draft['@id'], { publishedAt: past }))
    expect(now['@id']).toBe(live['@id'])
    expect(objectsOf(now)[0]).toMatchObject({ width: 30 })
    expect(await files()).toHaveLength(4)
    expect((await ask(urlOf(live), {}, visitor)).status).toBe(404)
    expect((await ask(urlOf(now), {}, visitor)).status).toBe(200)

    const words = await read(await patch(live['@id'], { alt: 'Another draft, the same file' }))
    expect(words['@id']).not.toBe(live['@id'])
    await ask(words['@id'], { method: 'DELETE' })
    expect((await ask(urlOf(now), {}, visitor)).status).toBe(200)
    await ask(`${live['@id']}?published=true`, { method: 'DELETE' })
    expect((await ask(urlOf(now), {}, visitor)).status).toBe(404)
    expect(await files()).toHaveLength(4)
  })

  test('serves editors the live image and its draft by name', async () => {
    const live = await published(await png(20, 10))
    const draft = await upload(await png(30, 10), `${live['@id']}/upload`)
    const widthOf = async (url: string) =>
      (await sharp(Buffer.from(await (await ask(url)).arrayBuffer())).metadata()).width
    expect(await widthOf(urlOf(live))).toBe(20)
    expect(await widthOf(`${urlOf(live)}?published=true`)).toBe(20)
    expect(await widthOf(urlOf(draft))).toBe(30)
    expect(await widthOf(`${live['@id']}/download/file`)).toBe(30)
    expect(await widthOf(`${live['@id']}/download/file?published=true`)).toBe(20)
  })

  test('sends files inline or as attachments, without running them', async () => {
    const bytes = await png()
    const live = await published(bytes)
    const answer = await ask(`${live['@id']}/download/file`, {}, visitor)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    const headers = Object.fromEntries(answer.headers)
    expect(finalHeaders(headers, false)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=0, must-revalidate',
    })
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(headers['content-disposition']).toMatch(/^inline; filename="cafe-in-marz-\w{8}\.png"$/)
    const attached = await ask(`${live['@id']}/download/file?download=true`, {}, visitor)
    expect(attached.headers.get('content-disposition')).toMatch(/^attachment; /)
    const named = await ask(urlOf(live), {}, visitor)
    expect(named.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const mine = await ask(urlOf(live))
    expect(mine.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  })

  test.each([
    ['its ETag', (etag: string) => etag],
    ['its ETag, weak', (etag: string) => `W/${etag}`],
    ['a list with its ETag', (etag: string) => `"older", ${etag}`],
    ['*', () => '*'],
  ])('responds with 304 to a client that has the file: %s', async (_name, toHeader) => {
    const file = `${(await published(await png()))['@id']}/download/file`
    const etag = (await ask(file, {}, visitor)).headers.get('etag')!
    const again = await ask(file, { headers: { 'If-None-Match': toHeader(etag) } }, visitor)
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await ask(file, { headers: { 'If-None-Match': '"older"' } }, visitor)
    expect(other.status).toBe(200)
  })

  test('sends SVG only as an attachment', async () => {
    const draft = await upload(svg, undefined, 'logo.svg')
    expect(objectsOf(draft)).toMatchObject([{ mimeType: 'image/svg+xml', width: 40, height: 30 }])
    expect(objectsOf(draft)).toHaveLength(1)
    const answer = await ask(urlOf(draft))
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /)
  })

  test('responds with 404 where there is no file', async () => {
    const live = await published(await png())
    const status = async (path: string) => (await ask(path)).status
    expect(await status(`${live['@id']}/download/other`)).toBe(404)
    expect(await status(`${live['@id']}/download/constructor`)).toBe(404)
    expect(await status(`${live['@id']}/download/file/other-12345678.png`)).toBe(404)
    expect(await status(`${live['@id']}/download/file/..%2f..%2ftroupe.db`)).toBe(404)
    expect(await status('/component/images/nothing/download/file')).toBe(404)
    const empty = await read(await post({ alt: 'Nothing' }))
    expect(await status(`${empty['@id']}/download/file`)).toBe(404)
  })

  test('adds the files of an older version to the media library, each content once', async () => {
    const [live, draft] = [await published(await png()), await upload(await png())]
    const another = await upload(await png(30, 10))
    // As a version without a media library has left it: each upload is stored for itself.
    const objects = [live, draft, another].map((image) => objectsOf(image))
    const stored = new Map<string, Buffer>()
    for (const { '@id': iri } of objects.flat()) {
      const name = iri.slice('/_/media_objects/'.length)
      stored.set(name, (await media.read(name))!)
    }
    for (const [name, bytes] of stored) await writeFile(join(folder, name), bytes)
    await db.deleteFrom('media_object').execute()
    await db.deleteFrom('handle').where('type', '=', 'MediaObject').execute()
    await db.deleteFrom('relation').where('property', '=', 'file').execute()
    const versions = await db.selectFrom('resource').select(['iri', 'version', 'data']).execute()

    await media.listFiles()
    await media.listFiles()
    const listed = await db.selectFrom('media_object').selectAll().execute()
    expect(listed).toHaveLength(2)
    expect(listed.map(({ search_text: name }) => name)).toEqual([
      'cafe-in-marz.png',
      'cafe-in-marz.png',
    ])
    expect(await db.selectFrom('resource').select(['iri', 'version', 'data']).execute()).toEqual(
      versions,
    )
    const uses = await db
      .selectFrom('relation')
      .select(['from_iri', 'to_iri'])
      .where('property', '=', 'file')
      .execute()
    expect(uses.map((use) => use.from_iri).toSorted()).toEqual(
      [live, draft, another].map((image) => image['@id']).toSorted(),
    )
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
    for (const name of await files()) await utimes(join(folder, name), longAgo, longAgo)
    await media.deleteOrphans()
    expect(await files()).toHaveLength(4)
    for (const { contentUrl } of objects.flat()) expect((await ask(contentUrl)).status).toBe(200)
  })

  test('deletes orphaned files, but no new or referenced ones', async () => {
    const live = await published(await png())
    await Promise.all(
      ['old-12345678.png', 'new-12345678.png'].map((name) => writeFile(join(folder, name), '')),
    )
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
    const names = (await files()).filter((name) => !name.startsWith('new'))
    await Promise.all(names.map((name) => utimes(join(folder, name), longAgo, longAgo)))
    await media.deleteOrphans()
    const left = await files()
    expect(left).toHaveLength(3)
    expect(left).toContain('new-12345678.png')
    expect((await ask(urlOf(live), {}, visitor)).status).toBe(200)
  })
})
