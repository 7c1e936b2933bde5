/** Sends requests whose responses take long, and are read as they arrive. */
import ky from 'ky'
import { Failure } from '#content/model/failure.ts'
import { signedOutMessage } from '#content/model/sign-in-messages.ts'
import type { Iri } from '#content/model/iri.ts'
import { responseFailure } from './client.ts'
import type { ContentApi } from './content-api.ts'

interface StreamedRequest {
  method: 'GET' | 'POST' | 'PUT'
  iri: Iri
  /** A part of a file, or what is sent as JSON. */
  body?: Blob | object
  account: Iri | undefined
  signal?: AbortSignal
}

const encode = (body: StreamedRequest['body']) => {
  if (body === undefined) return {}
  if (body instanceof Blob) return { body, headers: { 'content-type': 'application/octet-stream' } }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/ld+json' } }
}

const offline = (cause: unknown) => {
  throw new Failure('offline', { cause })
}

/** Sends a request, and resolves with a response that is no error; rejects with a `Failure`. */
export const streamedRequest = async (
  { base, decode }: Pick<ContentApi, 'base' | 'decode'>,
  { method, iri, body, account, signal }: StreamedRequest,
): Promise<Response> => {
  const { headers, ...encoded } = encode(body)
  const response = await ky(base + iri, {
    ...encoded,
    method,
    credentials: 'include',
    headers: { ...headers, ...(account !== undefined && { account }) },
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    ...(signal && { signal }),
  }).catch(offline)
  if (response.ok) return response
  throw await responseFailure(response, {
    decode,
    messageOf: ({ status }, message) => (status === 401 ? signedOutMessage('save') : message),
  })
}

/** Reads the body of a response, chunk by chunk. */
export const readChunks = async (
  { body }: Response,
  onChunk: (chunk: Uint8Array<ArrayBuffer>) => void,
) => {
  const reader = body!.getReader()
  for (let read = await reader.read().catch(offline); !read.done;) {
    onChunk(read.value)
    read = await reader.read().catch(offline)
  }
}

/** Reads the lines of JSON in a response. */
export const readJsonLines = async <Message>(
  response: Response,
  onMessage: (message: Message) => void,
) => {
  const decoder = new TextDecoder()
  let rest = ''
  await readChunks(response, (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) onMessage(JSON.parse(line) as Message)
  })
}
