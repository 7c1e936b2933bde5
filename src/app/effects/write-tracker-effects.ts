/** Provides the effect that reports the writes of this tab. */
import { fromCallback } from 'xstate'
import { presencesEndpoint } from '#content/presence/presence.ts'
import { type WriteTrackerEvent, writeTrackerMachine } from '#machines/app/write-tracker.ts'
import { servicesOf } from '../services/services.ts'

export const writeTracker = writeTrackerMachine.provide({
  actors: {
    watchWrites: fromCallback<WriteTrackerEvent, undefined>(({ system, sendBack }) => {
      const controller = new AbortController()
      const finish = () => sendBack({ type: 'write.finished' })
      const watch = async () => {
        const { client } = await servicesOf(system).loadApi()
        if (controller.signal.aborted) return
        const stop = client.watchWrites((write, iri) => {
          // Telling others where this tab is saves nothing.
          if (iri.startsWith(`${presencesEndpoint}/`)) return
          sendBack({ type: 'write.started' })
          write.then(finish, finish)
        })
        controller.signal.addEventListener('abort', stop)
      }
      // The client is loaded for the session already. Without it, nothing is written.
      watch().catch(() => {})
      return () => controller.abort()
    }),
  },
})
