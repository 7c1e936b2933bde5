/** The paths of the queue of uploads, with the answers that each file may get, and the network that gives them. */
import { type InspectionEvent, fromCallback } from 'xstate'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { PickedFile, UploadOutcome } from '#content/pictures/uploads.ts'
import type { UploadEvent } from '#machines/admin/upload.ts'
import { uploadQueueMachine } from '#machines/admin/upload-queue.ts'
import { asReplacedEffect } from '#charts/paths/causes.ts'
import { pathsOf } from '#charts/paths/paths.ts'

export const pickedFile = (id: string, type = 'image/png'): PickedFile => ({
  id,
  file: new File([id], `${id}.png`, { type }),
})

const ended = (output: UploadOutcome) => ({
  type: 'xstate.done.actor.upload one' as const,
  output,
})
const saved = { iri: '/_/media_objects/one.png', isNew: true, picture: {} }
/** A file of the document before. */
const kept = pickedFile('one')

export const uploadQueuePaths = () =>
  pathsOf(uploadQueueMachine, {
    input: undefined,
    events: [
      { type: 'files.added', files: [pickedFile('one')] },
      { type: 'cancel.requested', id: 'one' },
      { type: 'retry.requested', ids: ['one'] },
      { type: 'resume.requested' },
      { type: 'discard.requested' },
      { type: 'clear.requested' },
      { type: 'network.restored' },
      { type: 'connection.opened' },
      { type: 'session.renewed' },
      ended({ saved }),
      ended({ failure: new Failure('offline') }),
      ended({ failure: failureFromStatus(500) }),
      { type: 'xstate.done.actor.readKeptFiles', output: [kept] },
      { type: 'xstate.error.actor.readKeptFiles', error: new Failure('unexpected') },
      { type: 'xstate.error.actor.warnBeforeLeaving', error: new Failure('unexpected') },
      { type: 'xstate.error.actor.forgetOnStop', error: new Failure('unexpected') },
    ],
    // Adding the same file again would never end.
    distinguishBy: ({ uploads }) => uploads.slice(0, 1).map(({ status }) => status),
  })

/** Returns the effect that sends files, whose answers are given by the name of the file. With a failure, it does not start. */
export const controlledSending = (failure?: Error) => {
  const sending = new Map<string, (event: UploadEvent) => void>()
  return {
    logic: fromCallback<UploadEvent, { file: File }>(({ input: { file }, sendBack }) => {
      if (failure) throw failure
      sending.set(file.name, sendBack)
      return () => sending.delete(file.name)
    }),
    report: (name: string, event: UploadEvent) => {
      const send = sending.get(name)
      if (!send) throw new Error(`${name} is not being sent.`)
      asReplacedEffect(() => send(event))
    },
  }
}

/** Passes what happens on to several inspectors. */
export const inspectAll =
  (...inspectors: ((event: InspectionEvent) => void)[]) =>
  (event: InspectionEvent) =>
    inspectors.forEach((inspect) => inspect(event))
