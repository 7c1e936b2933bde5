/** Measures the memory of a recording of 10,000 events. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ActorRefFrom, SimulatedClock, createActor, setup } from 'xstate'
import { createRecorder } from '../charts/record/recorder.ts'
import { fieldMachine } from '#machines/editing/changes/field.ts'
import { notificationsMachine } from '#machines/app/notifications.ts'
import { requestTrackerMachine } from '#machines/app/request-tracker.ts'
import type { Metric } from './support/metric.ts'

const keptEvents = 10_000

/** Actors of a page that is edited: they hear one another, wait for pauses in typing, and count requests. */
const page = setup({
  actors: { requestTrackerMachine, notificationsMachine, fieldMachine },
}).createMachine({
  id: 'page',
  invoke: [
    { src: 'requestTrackerMachine', id: 'requestTracker', systemId: 'requestTracker' },
    { src: 'notificationsMachine', id: 'notifications', systemId: 'notifications' },
    {
      src: 'fieldMachine',
      id: 'field',
      input: {
        iri: '/component/titles/1',
        property: 'title',
        value: 'Typed',
        stored: 'Stored',
        id: '1',
        isChoice: false,
      },
    },
  ],
})

const startPage = () => {
  const ref = createActor(page, { clock: new SimulatedClock() }).start()
  const { requestTracker, notifications, field } = ref.getSnapshot().children as {
    requestTracker: ActorRefFrom<typeof requestTrackerMachine>
    notifications: ActorRefFrom<typeof notificationsMachine>
    field: ActorRefFrom<typeof fieldMachine>
  }
  const sends = [
    (at: number) => requestTracker.send({ type: 'request.started', id: `${at}` }),
    (at: number) => field.send({ type: 'field.changed', value: `Typed ${at}`, stored: 'Stored' }),
    (at: number) => requestTracker.send({ type: 'request.finished', id: `${at - 2}` }),
    () => notifications.send({ type: 'notification.dismissed', key: 'none' }),
  ]
  const run = (count: number) => {
    for (let at = 0; at < count; at += 1) sends[at % sends.length]!(at)
  }
  return { ref, run }
}

/** Returns the memory that a full recorder holds on to, which is that after it is gone subtracted. */
const measureMemory = () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { ref, run } = startPage()
  run(2 * keptEvents)
  collect()
  const before = process.memoryUsage().heapUsed
  const recorder = createRecorder({ capacity: keptEvents })
  recorder.attach(ref)
  run(2 * keptEvents)
  collect()
  const held = process.memoryUsage().heapUsed - before
  const { length } = recorder.recording().entries
  if (length < keptEvents) throw new Error(`Only ${length} entries were recorded.`)
  return held / 1024 ** 2
}

export const measure = (): Metric[] => [
  {
    name: 'Memory of 10,000 recorded events',
    value: measureMemory(),
    unit: 'MB',
    limit: { atMost: 10 },
  },
]
