/** Negotiates content encodings (RFC 9110, section 12.5.3), and compresses. hono/accepts does not support `*`. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Bytes = Uint8Array<ArrayBuffer>

/** The supported encodings, the preferred one first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** Returns the first available encoding that `Accept-Encoding` allows; `br;q=0` rejects one. */
export const negotiateEncoding = (header: string | undefined, offered: readonly Encoding[]) => {
  if (!header) return undefined
  const accepted = header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim()))
  const isAccepted = (name: string) => {
    const [, ...parameters] = accepted.find(([coding]) => coding === name) ??
      accepted.find(([coding]) => coding === '*') ?? ['', 'q=0']
    return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  }
  return offered.find(isAccepted)
}

const compressors = {
  // About as small as gzip's best, in a fraction of the time of brotli's best.
  br: (bytes: Bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (bytes: Bytes) => promisify(gzip)(bytes, { level: 7 }),
} satisfies Record<Encoding, (bytes: Bytes) => Promise<Buffer>>

/** Returns compressed bytes. Another thread compresses them. */
export const compress = async (bytes: Bytes, encoding: Encoding): Promise<Bytes> =>
  new Uint8Array(await compressors[encoding](bytes))
