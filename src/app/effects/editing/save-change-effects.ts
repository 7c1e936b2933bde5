/** Provides the effects that save a change: they add it to the change queue. */
import { fromPromise } from 'xstate'
import { conflictKeysOf } from '#content/change/conflict-keys.ts'
import type { Intent, SaveResult } from '#content/change/types.ts'
import { positionsEndpoint } from '#content/change/plan-addition.ts'
import { componentPositionsOf } from '#content/model/resource.ts'
import type { Failure } from '#content/model/failure.ts'
import { isFileContent } from '#content/pictures/file-content.ts'
import { unsentFileOf, unsentIn, withSavedFile } from '#content/pictures/unsent-files.ts'
import type { ChangeQueueRef } from '#machines/editing/changes/change-queue.ts'
import { log } from '../../browser/logger.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { sendFile } from '../admin/upload-queue-effects.ts'

interface ChangeEffect {
  system: ActorSystem
  self: { sessionId: string }
  input: Intent
  signal: AbortSignal
}

/** Returns a failure that knows when it happened, and whether a part was done. */
const refusedNow = ({ failure, isPartial }: { failure: Failure; isPartial: boolean }) =>
  Object.assign(failure, { refusedAt: Date.now(), isPartial })

/** Adds a change to the change queue and settles with its outcome. */
const requestChange = ({ system, self, input: intent, signal }: ChangeEffect) =>
  new Promise<SaveResult>((resolve, reject) => {
    const changeQueueRef: ChangeQueueRef = system.get('changeQueue')
    // Unlike the session id of an actor, unique among all documents of the tab: the history outlives its document.
    const id = `${performance.timeOrigin} ${self.sessionId}`
    const subscriptions = [
      changeQueueRef.on('change.saved', (event) => {
        if (event.id === id) settle(() => resolve(event.saved))
      }),
      changeQueueRef.on('change.failed', (event) => {
        if (event.id === id) settle(() => reject(refusedNow(event)))
      }),
    ]
    const settle = (finish: () => void) => {
      for (const subscription of subscriptions) subscription.unsubscribe()
      finish()
    }
    // Stopping this effect only unsubscribes; the change stays in the queue.
    signal.addEventListener('abort', () => settle(() => {}))
    const conflictKeys = conflictKeysOf(intent, servicesOf(system).cache.read)
    changeQueueRef.send({
      type: 'change.requested',
      id,
      intent,
      conflictKeys,
      requestedBy: self.sessionId,
      requestedAt: Date.now(),
    })
  })

/** Sends the pictures of the texts of a new resource, which then have them from the library. */
const withSentFiles = async <Added extends Extract<Intent, { kind: 'add' }>>(
  { system, signal }: ChangeEffect,
  intent: Added,
): Promise<Added> => {
  const data = { ...intent.data }
  for (const [name, value] of Object.entries(data))
    for (const unsent of isFileContent(value) ? [] : unsentIn(value)) {
      const file = unsentFileOf(unsent)
      const saved = await sendFile(system, { file, onProgress: () => {}, signal })
      data[name] = withSavedFile(data[name], { unsent, saved })
    }
  return { ...intent, data }
}

export const saveChange = fromPromise<SaveResult, Intent>(requestChange)

/** Saves a new resource. Its position is selected with it, so the response has to name one. */
export const saveNewResource = fromPromise<SaveResult, Intent>(async (effect) => {
  const { input } = effect
  const saved = await requestChange(
    input.kind === 'add' ? { ...effect, input: await withSentFiles(effect, input) } : effect,
  )
  const isPlaced = input.kind === 'add' && (input.fills ?? input.endpoint === positionsEndpoint)
  if (!isPlaced && componentPositionsOf(saved.resource).length === 0)
    log('Position resource being added not found')
  return saved
})
