/** Uploads a file, and tells how much of it is sent. */
import { Failure } from '#content/model/failure.ts'
import { signedOutMessage } from '#content/model/sign-in-messages.ts'
import type { Iri } from '#content/model/iri.ts'
import { responseFailure } from './client.ts'
import type { ContentApi } from './content-api.ts'

interface FileUpload {
  /** The endpoint that adds files. */
  iri: Iri
  file: File
  /** The account that the file is uploaded for, if the API checks that. */
  account: Iri | undefined
  /** Called with the part that is sent, from 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

/** The time in milliseconds after which an upload without an answer is given up. */
const timeout = 10 * 60_000

/** Uploads a file as multipart/form-data. Resolves with the status and the decoded body; rejects with a `Failure`. */
export const uploadFile = async (
  { base, decode }: Pick<ContentApi, 'base' | 'decode'>,
  upload: FileUpload,
) => {
  const response = await sendForm(base + upload.iri, upload)
  if (response.ok) return { status: response.status, body: decode(await response.text()) }
  throw await responseFailure(response, {
    decode,
    messageOf: ({ status }, message) => (status === 401 ? signedOutMessage('save') : message),
  })
}

/** Sends the form with an `XMLHttpRequest`: a `fetch` does not report the progress of what it sends. */
const sendForm = (url: string, { file, account, onProgress, signal }: FileUpload) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.withCredentials = true
    request.timeout = timeout
    request.setRequestHeader('accept', 'application/ld+json,application/json')
    if (account !== undefined) request.setRequestHeader('account', account)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    const fail = () => reject(new Failure('offline'))
    request.addEventListener('error', fail)
    request.addEventListener('timeout', fail)
    request.addEventListener('abort', fail)
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    )
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.set('file', file)
    request.send(form)
  })
