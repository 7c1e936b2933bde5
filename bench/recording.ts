/** Measures the memory of a recording of 10,000 events, and the time that recording takes. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ActorRefFrom, SimulatedClock, createActor, setup } from 'xstate'
import { createRecorder } from '../charts/record/recorder.ts'
import { fieldMachine } from '#machines/editing/changes/field.ts'
import { notificationsMachine } from '#machines/app/notifications.ts'
import { requestTrackerMachine } from '#machines/app/request-tracker.ts'
import { type Metric, percentile } from './support/metric.ts'

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

/** The turns of a measurement, and the events of each. A turn is shorter than what other processes do meanwhile. */
const turns = 3_000
const eventsOfTurn = 200

/**
 * Returns the time of a page that is recorded as a multiple of that of one that is not. Both take turns; the quicker turns
 * tell, which nothing else has disturbed.
 */
const measureTime = () => {
  const [plain, recorded] = [startPage(), startPage()]
  createRecorder({ capacity: keptEvents }).attach(recorded.ref)
  for (const { run } of [plain, recorded]) run(4 * keptEvents)
  const times = new Map([plain, recorded].map((one) => [one, [] as number[]]))
  for (let turn = 0; turn < turns; turn += 1)
    // Each is the first one in every other turn.
    for (const one of turn % 2 === 0 ? [plain, recorded] : [recorded, plain]) {
      const start = performance.now()
      one.run(eventsOfTurn)
      times.get(one)!.push(performance.now() - start)
    }
  const quickOf = (one: typeof plain) => percentile(times.get(one)!, 0.25)
  return quickOf(recorded) / quickOf(plain)
}

export const measure = (): Metric[] => [
  {
    name: 'Time of events that are recorded, those that are not being 1',
    value: measureTime(),
    unit: 'times',
    limit: { atMost: 1.05 },
  },
  {
    name: 'Memory of 10,000 recorded events',
    value: measureMemory(),
    unit: 'MB',
    limit: { atMost: 10 },
  },
]
