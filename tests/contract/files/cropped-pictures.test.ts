import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FullApi, createFullApi } from '../support/full-api.ts'
import { type Json, past } from '../support/content-api.ts'
import { dataUri, filesOf, pathIn } from '../support/library-files.ts'
import { eachDatabase } from '../../support/server/databases.ts'

const [width, height] = [1000, 800]
const [red, green, blue, white] = ['#d01010', '#10a010', '#1010d0', '#f0f0f0']

/** A picture of four quarters: red, green; blue, white. */
const drawQuarters = () =>
  sharp({ create: { width, height, channels: 3, background: red } }).composite(
    [
      { left: width / 2, top: 0, color: green },
      { left: 0, top: height / 2, color: blue },
      { left: width / 2, top: height / 2, color: white },
    ].map(({ color, ...at }) => ({
      ...at,
      input: {
        create: { width: width / 2, height: height / 2, channels: 3 as const, background: color },
      },
    })),
  )
const quarters = await drawQuarters().png().toBuffer()
const file = dataUri(quarters)
const greenQuarter = { x: 0.5, y: 0, width: 0.5, height: 0.5 }

const images = '/component/images'

eachDatabase('a cropped picture', (open) => {
  let whole: FullApi
  let editor: Awaited<ReturnType<FullApi['as']>>
  beforeEach(async () => {
    whole = await createFullApi(await open())
    editor = await whole.as('eve', ['ROLE_ADMIN'])
  })
  afterEach(() => whole.close())

  const create = async (about: object) => (await editor.post(images, { file, ...about })).body
  const patch = (iri: string, body: object) => editor.ask('PATCH', iri, { body })
  const cropsOf = (resource: Json) =>
    filesOf(resource).filter(({ imagineFilter = '' }) => imagineFilter.startsWith('crop'))
  const readBytes = async (url: string) => {
    const Cookie = [...editor.cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await whole.api.request(url, { headers: { Cookie } })
    expect(answer.status).toBe(200)
    return Buffer.from(await answer.arrayBuffer())
  }
  const storedCrops = async () =>
    (await readdir(join(whole.folder, 'files'))).filter((name) => name.includes('.crop-'))

  /** Expects a picture of one color. */
  const expectColor = async (bytes: Buffer, color: string) => {
    const [pixel] = [await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer()]
    const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    wanted.forEach((value, at) => expect(Math.abs(value - pixel![at]!)).toBeLessThan(12))
  }

  test('is described with its files, each of which is sent in the size that is said', async () => {
    const image = await create({ framing: { crop: greenQuarter } })
    expect(image['framing']).toEqual({ crop: greenQuarter })
    expect(image._metadata.framings).toEqual({ file: 'framing' })
    expect(filesOf(image)[0]).toMatchObject({ width, height, mimeType: 'image/png' })
    expect(
      cropsOf(image).map((one) => [one.imagineFilter, one.width, one.height, one.mimeType]),
    ).toEqual([
      ['crop', 500, 400, 'image/webp'],
      ['crop-w480', 480, 384, 'image/webp'],
    ])
    expect(await storedCrops()).toEqual([])
    for (const crop of cropsOf(image)) {
      const bytes = await readBytes(crop.contentUrl)
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'webp',
        width: crop.width,
        height: crop.height,
      })
      await expectColor(bytes, green)
    }
    expect(await storedCrops()).toHaveLength(2)
    const original = filesOf(image)[0]!.contentUrl
    expect((await readBytes(original)).equals(quarters)).toBe(true)
  })

  test('is cut as it is seen if its file is to be turned', async () => {
    const turned = await drawQuarters().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const image = await create({
      file: dataUri(turned, 'image/jpeg'),
      framing: { crop: { x: 0.55, y: 0.05, width: 0.4, height: 0.4 } },
    })
    expect(filesOf(image)[0]).toMatchObject({ width: height, height: width })
    await expectColor(await readBytes(cropsOf(image)[0]!.contentUrl), red)
  })

  test('has its focal point in the whole picture and in the crop', async () => {
    const focalPoint = { x: 0.75, y: 0.9 }
    const image = await create({ framing: { crop: greenQuarter, focalPoint } })
    const points = filesOf(image).map((one) => [one.imagineFilter ?? 'original', one.focalPoint])
    expect(points).toEqual([
      ['original', focalPoint],
      ['thumbnail', focalPoint],
      ['w480', focalPoint],
      ['w960', focalPoint],
      ['crop', { x: 0.5, y: 1 }],
      ['crop-w480', { x: 0.5, y: 1 }],
    ])
    const { body } = await patch(image['@id'], { framing: { focalPoint } })
    expect(cropsOf(body)).toEqual([])
    expect(filesOf(body)[0]).toMatchObject({ focalPoint })
  })

  test.each([
    ['a text', 'crop'],
    ['a list', [greenQuarter]],
    ['an unknown key', { crop: greenQuarter, rotate: 90 }],
    ['a crop that is no object', { crop: 1 }],
    ['a crop without a height', { crop: { x: 0, y: 0, width: 1 } }],
    ['a crop with more', { crop: { ...greenQuarter, z: 0 } }],
    ['a text in place of a number', { crop: { ...greenQuarter, x: '0.5' } }],
    ['null in place of a number', { crop: { ...greenQuarter, x: null } }],
    ['a crop that begins outside', { crop: { ...greenQuarter, x: -0.1 } }],
    ['a crop that ends outside', { crop: { ...greenQuarter, width: 0.6 } }],
    ['a crop that is too narrow', { crop: { ...greenQuarter, width: 0.001 } }],
    ['a crop of nothing', { crop: { ...greenQuarter, height: 0 } }],
    ['a focal point outside', { focalPoint: { x: 0.5, y: 1.01 } }],
    ['a focal point without a height', { focalPoint: { x: 0.5 } }],
  ])('is refused with %s, and stays as it is', async (_, framing) => {
    const image = await create({ framing: { crop: greenQuarter } })
    const refused = await patch(image['@id'], { framing })
    expect(refused.status).toBe(422)
    expect(refused.body.violations.map(({ propertyPath }) => propertyPath)).toEqual(['framing'])
    expect((await editor.get(image['@id'])).body['framing']).toEqual({ crop: greenQuarter })
  })

  test('is refused with a number that is not finite', async () => {
    const body = `{"framing":{"crop":{"x":1e999,"y":0,"width":0.5,"height":0.5}}}`
    const image = await create({})
    expect((await editor.ask('PATCH', image['@id'], { body })).status).toBe(422)
  })

  test('is of its version: visitors get nothing of a draft', async () => {
    const image = await create({ framing: { crop: greenQuarter }, alt: '', publishedAt: past })
    const live = cropsOf(image)[0]!.contentUrl
    const draft = (await patch(image['@id'], { framing: { crop: { ...greenQuarter, x: 0 } } })).body
    expect(draft['@id']).not.toBe(image['@id'])
    await expectColor(await readBytes(`${cropsOf(draft)[0]!.contentUrl}?published=false`), red)
    await expectColor(await readBytes(`${live}?published=true`), green)

    const visitor = whole.browser()
    const seen = (await visitor.get(image['@id'])).body
    expect(seen['framing']).toEqual({ crop: greenQuarter })
    expect((await visitor.get(pathIn(live))).status).toBe(200)
    const hidden = pathIn(cropsOf(draft)[0]!.contentUrl)
    const asLive = hidden.replace(draft['@id'], image['@id'])
    expect((await visitor.get(hidden)).status).toBe(404)
    expect((await visitor.get(asLive)).status).toBe(404)
  })

  test('is made only for a crop that the component has', async () => {
    const image = await create({ framing: { crop: greenQuarter } })
    const path = pathIn(cropsOf(image)[0]!.contentUrl)
    for (const other of ['0-0-500-400', '500-0-501-400', '500-0-0-0', '0-0-999999-999999'])
      expect((await editor.get(path.replace(/crop-[\d-]+/, `crop-${other}`))).status).toBe(404)
    expect((await editor.get(path.replace('.webp', '.w479.webp'))).status).toBe(404)
    expect(await storedCrops()).toEqual([])
  })

  test('is made once for requests at the same time', async () => {
    const image = await create({ framing: { crop: greenQuarter } })
    const { contentUrl } = cropsOf(image)[0]!
    const all = await Promise.all(Array.from({ length: 8 }, () => readBytes(contentUrl)))
    expect(all.every((bytes) => bytes.equals(all[0]!))).toBe(true)
    expect(await storedCrops()).toHaveLength(1)
  })

  test('shares its file with other components, and is deleted with it', async () => {
    const one = await create({ framing: { crop: greenQuarter } })
    const other = await create({ framing: { crop: { ...greenQuarter, x: 0, y: 0.5 } } })
    await expectColor(await readBytes(cropsOf(one)[0]!.contentUrl), green)
    await expectColor(await readBytes(cropsOf(other)[0]!.contentUrl), blue)
    const { member } = (await editor.get('/_/media_objects')).body
    expect(member).toHaveLength(1)
    expect(member[0]!['useCount']).toBe(2)
    for (const iri of [one['@id'], other['@id'], member[0]!['@id']])
      expect((await editor.remove(iri)).status).toBe(204)
    expect(await readdir(join(whole.folder, 'files'))).toEqual([])
  })

  test('loses its framing when its file is replaced, unless it gets a new one', async () => {
    const image = await create({ framing: { crop: greenQuarter } })
    const replaced = await patch(image['@id'], { file })
    expect(replaced.body['framing']).toBeUndefined()
    expect(cropsOf(replaced.body)).toEqual([])
    const restored = await patch(image['@id'], { file, framing: { crop: greenQuarter } })
    expect(restored.body['framing']).toEqual({ crop: greenQuarter })
  })

  test('is stored in a limited number of crops, and one that was dropped is made again', async () => {
    const image = await create({})
    const urls: string[] = []
    for (let at = 0; at < 64; at += 1) {
      const crop = { x: at / 1000, y: 0, width: 0.05, height: 0.05 }
      const { body } = await patch(image['@id'], { framing: { crop } })
      urls.push(cropsOf(body)[0]!.contentUrl)
      await readBytes(urls.at(-1)!)
    }
    expect((await storedCrops()).length).toBe(60)
    await patch(image['@id'], { framing: { crop: { x: 0, y: 0, width: 0.05, height: 0.05 } } })
    await expectColor(await readBytes(urls[0]!), red)
  })

  test('cannot be of a drawing or an animation', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const frames = await sharp(Buffer.alloc(4 * 20 * 20 * 3, 'animation'), {
      raw: { width: 20, height: 80, channels: 3, pageHeight: 20 },
    })
      .gif({ loop: 0, delay: [50, 50, 50, 50] })
      .toBuffer()
    for (const uri of [dataUri(svg, 'image/svg+xml'), dataUri(frames, 'image/gif')]) {
      const image = await create({ file: uri, framing: { crop: greenQuarter } })
      expect(image._metadata.framings).toBeUndefined()
      expect(cropsOf(image)).toEqual([])
      expect(filesOf(image)).not.toEqual([])
    }
  })
})
