import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachStorage } from '../../support/server/databases.ts'
import {
  type HttpClient,
  type TestServer,
  createHttpClient,
  startServer,
} from '../../support/server/in-process-server.ts'

const formats = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const
const colors = { width: 40, height: 30, channels: 3 } as const
/** Noise, so that every part of the file has data. */
const noise = Buffer.from(
  Array.from({ length: 40 * 30 * 3 }, (_, at) => (at * 7919 * (at % 13)) % 251),
)
const drawn = () => sharp(noise, { raw: colors })
const moving = (format: 'gif' | 'webp', frames = 4) =>
  sharp(Buffer.concat(Array.from({ length: frames }, () => noise)), {
    raw: { ...colors, height: 30 * frames, pageHeight: 30 },
  })
    .toFormat(format, { loop: 0, delay: Array.from({ length: frames }, () => 50) })
    .toBuffer()

const script = Buffer.from('<script>alert(1)</script>')

const chunk = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])))
  return Buffer.concat([head, data, checksum])
}
const pngOf = (width: number, height: number) => {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0])
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(4_000_000))),
    Buffer.from('\0\0\0\0IEND\xaeB`\x82', 'latin1'),
  ])
}

eachStorage('a picture', (newStorage) => {
  let server: TestServer
  let editor: HttpClient
  beforeAll(async () => {
    server = await startServer(await newStorage())
    editor = createHttpClient(server.url)
    await editor.signIn()
  })
  afterAll(() => server.stop())

  const send = async (bytes: Buffer) => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(bytes)], 'a.png'))
    const answer = await fetch(`${server.url}/_api/component/images/upload`, {
      method: 'POST',
      body: form,
      headers: { cookie: editor.cookieFor('/_api') },
    })
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
  }
  const status = async (bytes: Buffer) => (await send(bytes)).status
  const fileOf = (json: Record<string, unknown>) => {
    const { mediaObjects } = json['_metadata'] as {
      mediaObjects: {
        file: [
          {
            fileSize: number
            contentUrl: string
            mimeType: string
            isAnimated?: true
            preview?: string
          },
        ]
      }
    }
    return mediaObjects.file[0]
  }

  test('as a PNG has the right checksum in every chunk', async () => {
    const png = await sharp({
      create: { width: 2, height: 2, channels: 3, background: '#123' },
    })
      .png()
      .toBuffer()
    // After the signature and the header.
    const at = 8 + 25
    const withText = (text: Buffer) => Buffer.concat([png.subarray(0, at), text, png.subarray(at)])
    const text = chunk('tEXt', Buffer.from('Title\0Hello'))
    expect(await status(withText(text))).toBe(201)
    const broken = Buffer.from(text)
    broken[broken.length - 1]! ^= 1
    expect(await status(withText(broken))).toBe(422)
  })

  test('has a few pixels that stand for it, unless they would be seen through it', async () => {
    const { preview } = fileOf((await send(await drawn().png().toBuffer())).json)
    const [kind, pixels] = preview!.split(',')
    expect(kind).toBe('data:image/webp;base64')
    expect(await sharp(Buffer.from(pixels!, 'base64')).metadata()).toMatchObject({
      width: 16,
      height: 12,
    })
    const transparent = await drawn().ensureAlpha(0.5).png().toBuffer()
    expect(fileOf((await send(transparent)).json)).not.toHaveProperty('preview')
  })

  test('that moves says so', async () => {
    const frames = Buffer.concat([noise, Buffer.from(noise.toReversed())])
    const bytes = await sharp(frames, { raw: { ...colors, height: 60, pageHeight: 30 } })
      .webp({ loop: 0, delay: [50, 50] })
      .toBuffer()
    expect(fileOf((await send(bytes)).json).isAnimated).toBe(true)
  })

  describe.each(formats)('of %s', (format) => {
    const picture = () => drawn().toFormat(format).toBuffer()

    test('is accepted as its type', async () => {
      const { status: taken, json } = await send(await picture())
      expect(taken).toBe(201)
      expect(fileOf(json).mimeType).toBe(`image/${format}`)
      expect(fileOf(json)).not.toHaveProperty('isAnimated')
    })

    test('is rejected when it is cut off anywhere', async () => {
      const whole = await picture()
      const cuts = [4, 8, 12, 20, 40, whole.length >> 1, whole.length - 20, whole.length - 1]
      for (const cut of cuts)
        expect([cut, await status(whole.subarray(0, cut))]).toEqual([cut, 422])
    })

    test('is rejected with the first bytes of another type', async () => {
      const bytes = await picture()
      for (const other of formats.filter((one) => one !== format)) {
        const first = (await drawn().toFormat(other).toBuffer()).subarray(0, 12)
        expect(await status(Buffer.concat([first, bytes.subarray(12)]))).toBe(422)
      }
    })
  })

  test('of PNG is rejected when any byte of its last chunk is wrong', async () => {
    const whole = await drawn().png().toBuffer()
    for (const back of [1, 2, 3, 4, 5, 9, 12]) {
      const bytes = Buffer.from(whole)
      bytes[bytes.length - back]! ^= 1
      expect([back, await status(bytes)]).toEqual([back, 422])
    }
  })

  test.each(formats.filter((format) => format !== 'jpeg'))(
    'of %s is refused with anything behind it',
    async (format) => {
      const picture = await drawn().toFormat(format).toBuffer()
      for (const more of [script, Buffer.alloc(100), picture]) {
        expect(await status(Buffer.concat([picture, more]))).toBe(422)
      }
    },
  )

  test('of JPEG is stored up to its end, where cameras append videos', async () => {
    const whole = await drawn().jpeg().toBuffer()
    const { status: taken, json } = await send(Buffer.concat([whole, script]))
    expect(taken).toBe(201)
    const { fileSize, contentUrl } = fileOf(json)
    expect(fileSize).toBe(whole.length)
    const { pathname, search } = new URL(contentUrl, server.url)
    expect((await editor.request(pathname + search)).text).not.toContain('script')
  })

  test.each(['gif', 'webp'] as const)(
    'of %s that moves is refused with a damaged last frame',
    async (format) => {
      const whole = await moving(format)
      expect(await status(whole)).toBe(201)
      const damaged = Buffer.from(whole)
      // Lossy WebP decodes any pixels, but not an invalid frame.
      const from = format === 'gif' ? whole.length - 700 : whole.lastIndexOf('VP8')
      damaged.fill(0xa5, from, format === 'gif' ? whole.length - 20 : from + 16)
      expect(await status(damaged)).toBe(422)
    },
  )

  test.each([
    ['in both directions', 60_000, 60_000],
    ['in one direction', 2_000_000_000, 1],
    ['just beyond the limit', 8_001, 8_000],
  ])('that claims to be huge %s is rejected before it is decoded', async (_, width, height) => {
    const ordinary = performance.now()
    expect(await status(await drawn().resize(1_000, 1_000).png().toBuffer())).toBe(201)
    const between = performance.now()
    expect(await status(pngOf(width, height))).toBe(422)
    expect((performance.now() - between) / (between - ordinary)).toBeLessThan(2)
  })

  test('with too many frames is rejected before it is decoded', async () => {
    const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
    const head = Buffer.from([
      ...Buffer.from('GIF89a'),
      1,
      0,
      1,
      0,
      0x80,
      0,
      0,
      0,
      0,
      0,
      255,
      255,
      255,
    ])
    const gifOf = (frames: number) =>
      Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
    expect(await status(gifOf(20))).toBe(201)
    expect(await status(gifOf(100_000))).toBe(422)
  })

  const svg = (inside: string, attributes = '') =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`)

  test.each([
    ['a drawing', svg('<g><path d="M0 0"/></g>')],
    [
      'a drawing with a DOCTYPE',
      Buffer.from(
        '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>',
      ),
    ],
    ['a drawing of parts that are not SVG', svg('<x:y xmlns:x="urn:x"/>')],
  ])('accepts %s', async (_, bytes) => {
    expect(await status(bytes)).toBe(201)
  })

  test.each([
    ['six bytes that begin a drawing', Buffer.from('<svg\r\n')],
    ['a drawing that is cut off', svg('<g/>').subarray(0, -1)],
    ['a drawing that is not well-formed', svg('<g>')],
    ['a drawing with something behind it', Buffer.concat([svg(''), script])],
    ['a drawing without its namespace', Buffer.from('<svg><g/></svg>')],
    [
      'a page with a drawing in it',
      Buffer.from(
        '<html xmlns="http://www.w3.org/1999/xhtml"><svg xmlns="http://www.w3.org/2000/svg"/></html>',
      ),
    ],
    [
      'a drawing that declares other files',
      Buffer.from(
        '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"/>',
      ),
    ],
    [
      'a drawing styled from elsewhere',
      Buffer.concat([Buffer.from('<?xml-stylesheet href="/a.xsl"?>'), svg('')]),
    ],
    ['a drawing that is no UTF-8', Buffer.concat([svg(''), Buffer.from([0xff])])],
    ['a drawing nested too deeply', svg('<g>'.repeat(200) + '</g>'.repeat(200))],
  ])('rejects %s', async (_, bytes) => {
    expect(await status(bytes)).toBe(422)
  })

  test('checks an SVG in time proportional to its length', async () => {
    const kinds: [string, (bytes: number) => Buffer][] = [
      ['tags that never end', (bytes) => Buffer.from('<svg '.repeat(bytes / 5))],
      ['tags that are never closed', (bytes) => svg('<g>'.repeat(bytes / 3))],
      ['empty elements', (bytes) => svg('<g/>'.repeat(bytes / 4))],
      [
        'attributes',
        (bytes) => svg('', Array.from({ length: bytes / 10 }, (_, at) => ` a${at}="1"`).join('')),
      ],
    ]
    for (const [, make] of kinds) {
      const timeOf = async (bytes: number) => {
        const content = make(bytes)
        let least = Infinity
        for (let round = 0; round < 3; round += 1) {
          const began = performance.now()
          await send(content)
          least = Math.min(least, performance.now() - began)
        }
        return least
      }
      const short = await timeOf(100_000)
      // Quadratic work would take sixty-four times as long.
      expect((await timeOf(800_000)) / (short + 10)).toBeLessThan(20)
    }
  })

  test('cannot run scripts when an SVG is downloaded', async () => {
    const { json } = await send(svg('<script>evil()</script>'))
    const { pathname, search } = new URL(fileOf(json).contentUrl, server.url)
    const { headers } = await editor.request(pathname + search)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*\bsandbox$/)
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})
