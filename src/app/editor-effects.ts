/** Joins the editor's machines to the world. Loaded with the editor, when an administrator is known. */
import { fromCallback, fromPromise } from 'xstate'
import type { Change, Intent, Saved, Step } from '#content/change.ts'
import type { Found } from '#content/course.ts'
import { linesOf } from '#content/lines.ts'
import { placeNow } from '#content/placing.ts'
import type { Versioned } from '#content/resource.ts'
import { addResourceMachine } from '#machines/add-resource.ts'
import type { Editor } from '#machines/app.ts'
import { editModeMachine } from '#machines/edit-mode.ts'
import { fieldMachine } from '#machines/field.ts'
import { reorderMachine } from '#machines/reorder.ts'
import type { RequestsRef } from '#machines/requests.ts'
import { resourceManagerMachine } from '#machines/resource-manager.ts'
import { unsavedMachine } from '#machines/unsaved.ts'
import { writeMachine } from '#machines/write.ts'
import { type WritesRef, writesMachine } from '#machines/writes.ts'
import { confirm, shownPath } from './effects.ts'
import { prepareChange } from './prepare-change.ts'
import { orGone } from './prepare-update.ts'
import { forOnePage, readAgain } from './read-again.ts'
import { type System, servicesOf } from './services.ts'

/** Hands an intent to the queue of writes and waits for what becomes of it. */
const saveChange = fromPromise<Saved, Intent>(
  ({ system, self, input: intent, signal }) =>
    new Promise((resolve, reject) => {
      const writesRef: WritesRef = system.get('writes')
      const id = self.sessionId
      const subscriptions = [
        writesRef.on('change.saved', (event) => {
          if (event.id === id) settle(() => resolve(event.saved))
        }),
        writesRef.on('change.failed', (event) => {
          if (event.id === id) settle(() => reject(event.failure))
        }),
      ]
      const settle = (tell: () => void) => {
        for (const subscription of subscriptions) subscription.unsubscribe()
        tell()
      }
      // Nobody waits any more, yet what was meant is still done.
      signal.addEventListener('abort', () => settle(() => {}))
      const lines = linesOf(intent, servicesOf(system).cache.read)
      writesRef.send({ type: 'change.requested', id, intent, lines })
    }),
)

const read = (system: System, signal: AbortSignal) => (request: string) =>
  orGone(servicesOf(system).readResource(request, { path: shownPath(system), signal }))

const write = writeMachine.provide({
  actors: {
    prepareChange: fromPromise<Change, { id: string; intent: Intent }>(
      ({ system, input, signal }) => {
        const { cache } = servicesOf(system)
        return prepareChange({ ...input, cache, fetch: read(system, signal), now: Date.now })
      },
    ),
    sendStep: fromPromise<Versioned | null, Step>(({ system, input }) => {
      const { cache, sendStep } = servicesOf(system)
      return sendStep(placeNow(input, cache.read), { path: shownPath(system) })
    }),
    readAgain: fromPromise<Found, { requests: string[] }>(({ system, input, signal }) =>
      forOnePage(
        () => shownPath(system),
        () =>
          readAgain({
            ...input,
            read: servicesOf(system).cache.read,
            fetch: read(system, signal),
          }),
      ),
    ),
    holdUpdates: fromCallback(({ system, self: { sessionId: id } }) => {
      const requestsRef: RequestsRef = system.get('requests')
      requestsRef.send({ type: 'request.started', id })
      return () => requestsRef.send({ type: 'request.finished', id })
    }),
  },
  actions: {
    saveFound: ({ system }, { items, gone }) => {
      const { cache } = servicesOf(system)
      cache.remove(gone)
      cache.save(items, { path: shownPath(system) })
    },
  },
})

const unsaved = unsavedMachine.provide({
  actors: {
    field: fieldMachine.provide({ actors: { saveChange } }),
    reorder: reorderMachine.provide({ actors: { saveChange } }),
  },
})

export const editor: Editor = {
  writes: writesMachine.provide({ actors: { write } }),
  editMode: editModeMachine.provide({
    actors: {
      confirm,
      saveChange,
      unsaved,
      resourceManager: resourceManagerMachine.provide({ actors: { confirm } }),
      addResource: addResourceMachine.provide({ actors: { confirm, saveChange } }),
    },
  }),
}
