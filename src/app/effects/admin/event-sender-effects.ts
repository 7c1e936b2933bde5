/** Provides the effects of events that are sent by hand. Loaded with the viewer of machines. */
import { watchSystem } from '#charts/live/watch-system.ts'
import { eventSenderMachine } from '#machines/admin/event-sender.ts'
import { recordingOf, rootOf } from './recorder.ts'

export const eventSender = eventSenderMachine.provide({
  actions: {
    sendWritten: ({ self }, { actor, event }) => {
      const { recorder } = recordingOf(self)
      const watch = watchSystem({ root: rootOf(self), recorder, onChange: () => {} })
      watch.take()
      watch.refOf(actor)?.send(event)
      watch.stop()
    },
  },
})
