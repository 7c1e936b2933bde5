/** Provides the effects of the queue of uploads. */
import { fromCallback, fromPromise } from 'xstate'
import { isResource } from '#content/model/resource.ts'
import { Failure } from '#content/model/failure.ts'
import type { PickedFile } from '#content/pictures/uploads.ts'
import { keptIds } from '#content/pictures/uploads.ts'
import { isMediaFile, mediaObjectsEndpoint } from '#content/pictures/media-library.ts'
import { type UploadEvent, uploadMachine } from '#machines/admin/upload.ts'
import { uploadQueueMachine } from '#machines/admin/upload-queue.ts'
import { uploadFile } from '#src/api/upload-file.ts'
import { pictureAttributes } from '#src/editor/rich-text/pictures/picture-attributes.ts'
import { forgetFiles, keepFiles, logNotKept, takeKeptFiles } from '../../browser/kept-uploads.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { editingAccount, withSession } from '../session-effects.ts'

interface Sending {
  file: File
  onProgress: (progress: number) => void
  signal: AbortSignal
}

/** Adds a file to the library. The answer says whether the library had its content already. */
export const sendFile = async (system: ActorSystem, sending: Sending) => {
  const { loadApi, cache } = servicesOf(system)
  const api = await loadApi()
  const account = api.isEmbedded ? editingAccount(system)['@id'] : undefined
  const { status, body } = await withSession(system, () =>
    uploadFile(api, { iri: mediaObjectsEndpoint, account, ...sending }),
  )
  const picture = isResource(body) && isMediaFile(body) && pictureAttributes(body)
  if (!picture) throw new Failure('unexpected')
  cache.save([{ resource: body }])
  return { iri: body['@id'], isNew: status === 201, picture }
}

export const upload = uploadMachine.provide({
  actors: {
    sendFile: fromCallback<UploadEvent, { file: File }>(({ system, input: { file }, sendBack }) => {
      const controller = new AbortController()
      const { signal } = controller
      const onProgress = (progress: number) => sendBack({ type: 'progress.reported', progress })
      sendFile(system, { file, onProgress, signal }).then(
        (saved) => sendBack({ type: 'file.saved', saved }),
        (error: unknown) => sendBack({ type: 'sending.failed', error }),
      )
      return () => controller.abort()
    }),
  },
})

export const uploadQueue = uploadQueueMachine.provide({
  actors: {
    upload,
    readKeptFiles: fromPromise<PickedFile[], undefined>(({ system }) =>
      takeKeptFiles(editingAccount(system)['@id']),
    ),
    warnBeforeLeaving: fromCallback(() => {
      const warn = (event: BeforeUnloadEvent) => event.preventDefault()
      addEventListener('beforeunload', warn)
      return () => removeEventListener('beforeunload', warn)
    }),
    forgetOnStop: fromCallback(({ system }) => {
      const account = editingAccount(system)['@id']
      return () => void forgetFiles(account).catch(logNotKept)
    }),
  },
  actions: {
    keepFiles: ({ system }, { uploads }) => {
      const kept = new Set(keptIds(uploads))
      const files = uploads.filter(({ id }) => kept.has(id))
      keepFiles(
        editingAccount(system)['@id'],
        files.map(({ id, file }) => ({ id, file })),
      ).catch(logNotKept)
    },
  },
})
