/** Provides the effects of the screen of backups. Loaded with it. */
import { fromCallback } from 'xstate'
import {
  type RestorationMessage,
  backupFileName,
  backupsEndpoint,
  jsonLines,
  restorationsEndpoint,
  uploadPartSize,
} from '#content/admin/site-backup.ts'
import { Failure } from '#content/model/failure.ts'
import { type BackupDownloadEvent, siteBackupMachine } from '#machines/admin/site-backup.ts'
import {
  type RestorationConfirmation,
  type RestorationStepEvent,
  siteRestorationMachine,
} from '#machines/admin/site-restoration.ts'
import { readChunks, readJsonLines, streamedRequest } from '#src/api/streamed-request.ts'
import { saveFile } from '../../browser/save-file.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { editingAccount, renewSession, withSession } from '../session-effects.ts'

type Request = Omit<Parameters<typeof streamedRequest>[1], 'account'>

const notOffered = 'The API of this site has no backups.'

/** Sends a request in the name of the super admin. */
const send = async (system: ActorSystem, request: Request) => {
  const api = await servicesOf(system).loadApi()
  if (!api.isEmbedded) throw new Failure('notFound', { message: notOffered })
  const account = editingAccount(system)['@id']
  return withSession(system, () => streamedRequest(api, { ...request, account }))
}

/** The number of bytes that are handed to the browser at once, which may keep them on the disk. */
const partSize = 4 * 1024 * 1024

/** Collects bytes in files of the browser, so that a large backup is not in the memory of the page. */
const createCollector = () => {
  const parts: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let pending = 0
  let size = 0
  const flush = () => {
    parts.push(new Blob(chunks))
    chunks = []
    pending = 0
  }
  return {
    add: (chunk: Uint8Array<ArrayBuffer>) => {
      chunks.push(chunk)
      pending += chunk.length
      size += chunk.length
      if (pending >= partSize) flush()
      return size
    },
    toBlob: () => {
      flush()
      return new Blob(parts, { type: jsonLines })
    },
  }
}

const downloadBackup = async (
  system: ActorSystem,
  { currentPassword, signal }: { currentPassword: string; signal: AbortSignal },
  onReceived: (bytes: number) => void,
) => {
  const body = { currentPassword }
  const response = await send(system, { method: 'POST', iri: backupsEndpoint, body, signal })
  const collector = createCollector()
  await readChunks(response, (chunk) => onReceived(collector.add(chunk)))
  if (signal.aborted) return
  saveFile(collector.toBlob(), backupFileName(Date.now()))
}

export const siteBackup = siteBackupMachine.provide({
  actors: {
    downloadBackup: fromCallback<BackupDownloadEvent, { currentPassword: string }>(
      ({ system, input: { currentPassword }, sendBack }) => {
        const controller = new AbortController()
        const { signal } = controller
        const onReceived = (bytes: number) => sendBack({ type: 'bytes.received', bytes })
        downloadBackup(system, { currentPassword, signal }, onReceived).then(
          () => sendBack({ type: 'backup.saved' }),
          (error: unknown) => sendBack({ type: 'download.failed', error }),
        )
        return () => controller.abort()
      },
    ),
    renewSession,
  },
})

const iriOf = (upload: string) => `${restorationsEndpoint}/${upload}`

const discardUpload = async (system: ActorSystem, upload: string) => {
  const { client } = await servicesOf(system).loadApi()
  await client.send('DELETE', iriOf(upload), undefined)
}

interface Sending {
  file: File
  signal: AbortSignal
  onProgress: (done: number) => void
}

/** Uploads a file in parts, and returns the id of the upload. */
const uploadBackup = async (system: ActorSystem, { file, signal, onProgress }: Sending) => {
  const body = { size: file.size }
  const created = await send(system, { method: 'POST', iri: restorationsEndpoint, body, signal })
  const { id } = (await created.json()) as { id: string }
  try {
    for (let offset = 0; offset < file.size; offset += uploadPartSize) {
      const iri = `${iriOf(id)}?offset=${offset}`
      const part = file.slice(offset, offset + uploadPartSize)
      await send(system, { method: 'PUT', iri, body: part, signal })
      onProgress(Math.min(1, (offset + part.size) / file.size))
    }
    return id
  } catch (thrown) {
    // The server deletes it later, if it cannot be reached now.
    discardUpload(system, id).catch(ignore)
    throw thrown
  }
}

/** Reports the messages of a step. One that ends without an outcome was interrupted. */
const reportMessages = async (
  response: Response,
  sendBack: (event: RestorationStepEvent) => void,
  interrupted: string,
) => {
  let hasEnded = false
  const report = (message: RestorationMessage) => {
    hasEnded ||= message.type !== 'progress'
    if (message.type === 'progress') sendBack({ type: 'progress.reported', done: message.done })
    else if (message.type === 'checked') sendBack({ type: 'backup.checked', check: message.check })
    else if (message.type === 'restored')
      sendBack({ type: 'site.restored', isSignedIn: message.isSignedIn })
    else throw new Failure('invalid', { message: message.message })
  }
  await readJsonLines(response, report).catch((thrown: unknown) => {
    const failure = Failure.from(thrown)
    throw failure.kind === 'offline' ? new Failure('offline', { message: interrupted }) : failure
  })
  if (!hasEnded) throw new Failure('offline', { message: interrupted })
}

const checkInterrupted = 'The connection broke while the backup was checked. Choose it again.'
const restorationInterrupted =
  'The connection broke. The site may be restored nevertheless: look at the audit log before you try again.'

const failTo =
  (sendBack: (event: RestorationStepEvent) => void) =>
  (error: unknown): void =>
    sendBack({ type: 'step.failed', error })

export const siteRestoration = siteRestorationMachine.provide({
  actors: {
    uploadBackup: fromCallback<RestorationStepEvent, { file: File }>(
      ({ system, input: { file }, sendBack }) => {
        const controller = new AbortController()
        const { signal } = controller
        const onProgress = (done: number) => sendBack({ type: 'progress.reported', done })
        uploadBackup(system, { file, signal, onProgress }).then(
          (upload) => sendBack({ type: 'upload.finished', upload }),
          failTo(sendBack),
        )
        return () => controller.abort()
      },
    ),
    checkBackup: fromCallback<RestorationStepEvent, { upload: string }>(
      ({ system, input: { upload }, sendBack }) => {
        const controller = new AbortController()
        const { signal } = controller
        send(system, { method: 'GET', iri: iriOf(upload), signal })
          .then((response) => reportMessages(response, sendBack, checkInterrupted))
          .catch(failTo(sendBack))
        return () => controller.abort()
      },
    ),
    restoreSite: fromCallback<RestorationStepEvent, RestorationConfirmation & { upload: string }>(
      ({ system, input: { upload, ...body }, sendBack }) => {
        send(system, { method: 'POST', iri: iriOf(upload), body })
          .then((response) => reportMessages(response, sendBack, restorationInterrupted))
          .catch(failTo(sendBack))
      },
    ),
    warnBeforeLeaving: fromCallback(() => {
      const warn = (event: BeforeUnloadEvent) => event.preventDefault()
      addEventListener('beforeunload', warn)
      return () => removeEventListener('beforeunload', warn)
    }),
    renewSession,
  },
  actions: {
    discardUpload: ({ system }, { upload }) => void discardUpload(system, upload).catch(ignore),
    openSite: (_, { isSignedIn }) => location.assign(isSignedIn ? '/' : '/login'),
  },
})

const ignore = () => {}
