import { expect, test } from 'vitest'
import { SimulatedClock, assign, createActor, setup } from 'xstate'
import { createRecorder } from '../../../charts/record/recorder.ts'
import type { RecordedEntry, Recording } from '../../../charts/record/recording.ts'
import { lamp, timer } from '../../support/charts/recorded-machines.ts'

/** Returns an entry as a line of text, with the ids of actors in place of their sessions. */
const linesOf = ({ actors, entries }: Pick<Recording, 'actors' | 'entries'>) => {
  const started = entries.flatMap((entry) => (entry.type === 'started' ? entry.actor : []))
  const ids = new Map(
    [...actors, ...started].map(({ session, id, parent }) => [session, parent ? id : 'root']),
  )
  const idOf = (session: string | null) =>
    session === null ? 'outside' : (ids.get(session) ?? '?')
  const lineOf = (entry: RecordedEntry) => {
    switch (entry.type) {
      case 'started':
        return `${idOf(entry.actor.session)} started: ${entry.actor.machine ?? entry.actor.src}`
      case 'event':
        return `${idOf(entry.source)} → ${idOf(entry.actor)}: ${entry.event.type} (${entry.cause})`
      case 'transition':
        return `${idOf(entry.actor)} took ${entry.keys.join(', ')}: ${JSON.stringify(entry.from)} → ${JSON.stringify(entry.to)}`
      case 'emitted':
        return `${idOf(entry.actor)} emitted ${entry.event.type}`
      case 'scheduled':
        return `${idOf(entry.timer.source)} scheduled ${entry.timer.event.type} in ${entry.timer.delay}`
      case 'cancelled':
        return `${idOf(entry.actor)} cancelled ${entry.id}`
      case 'snapshot':
        return `${idOf(entry.actor)} is ${entry.snapshot.status}`
    }
  }
  return entries.map(lineOf)
}

const contextsOf = ({ entries }: Recording) =>
  entries.flatMap((entry) => (entry.type === 'snapshot' ? [entry.snapshot.context] : []))

test('records what starts, who sends what to whom, transitions, answers and what is emitted', async () => {
  const recorder = createRecorder()
  const ref = createActor(lamp, { inspect: recorder.inspect }).start()
  ref.send({ type: 'switch.pressed' })
  await Promise.resolve()
  await Promise.resolve()
  ref.send({ type: 'unknown' } as never)
  expect(linesOf(recorder.recording())).toMatchInlineSnapshot(`
    [
      "root started: lamp",
      "outside → root: switch.pressed (outside)",
      "root took lamp.off switch.pressed: "off" → "loading"",
      "loadColor started: loadColor",
      "root is active",
      "loadColor → loadColor: xstate.promise.resolve (effect)",
      "loadColor → root: xstate.done.actor.loadColor (actor)",
      "root emitted lamp.lit",
      "root took lamp.loading xstate.done.actor.loadColor: "loading" → "lit"",
      "watchWire started: watchWire",
      "root is active",
      "loadColor is done",
      "outside → root: unknown (outside)",
      "root is active",
    ]
  `)
  const { actors, dropped } = recorder.recording()
  expect({ actors, dropped }).toEqual({ actors: [], dropped: 0 })
})

test('records delays: when they begin, are cancelled and end', () => {
  const recorder = createRecorder()
  const clock = new SimulatedClock()
  const ref = createActor(timer, { inspect: recorder.inspect, clock }).start()
  clock.increment(1000)
  ref.send({ type: 'stop.requested' })
  expect(linesOf(recorder.recording())).toMatchInlineSnapshot(`
    [
      "root started: timer",
      "root scheduled xstate.after.1000.timer.waiting in 1000",
      "root → root: xstate.after.1000.timer.waiting (delay)",
      "root cancelled xstate.after.1000.timer.waiting",
      "root scheduled xstate.after.1000.timer.ringing in 1000",
      "root took timer.waiting xstate.after.1000.timer.waiting: "waiting" → "ringing"",
      "root is active",
      "outside → root: stop.requested (outside)",
      "root cancelled xstate.after.1000.timer.ringing",
      "root took timer.ringing stop.requested: "ringing" → "stopped"",
      "root is active",
    ]
  `)
})

test('joins a system that runs: actors, those added by others too, and timers are as they were', () => {
  const clock = new SimulatedClock()
  const ref = createActor(timer, { clock }).start()
  const added = createActor(lamp, { parent: ref, id: 'added' } as object).start()
  const recorder = createRecorder()
  const subscription = recorder.attach(ref)
  clock.increment(1000)
  added.send({ type: 'switch.pressed' })
  const recording = recorder.recording()
  expect(
    recording.actors.map(({ id, machine, isChild }) => [machine, id === 'added', isChild]),
  ).toEqual([
    ['timer', false, false],
    ['lamp', true, false],
  ])
  expect(recording.actors[0]!.snapshot.value).toBe('waiting')
  expect(recording.timers.map(({ event, delay }) => [event.type, delay])).toEqual([
    ['xstate.after.1000.timer.waiting', 0],
  ])
  expect(linesOf(recording)).toContain('root → root: xstate.after.1000.timer.waiting (delay)')
  subscription.unsubscribe()
  const length = recorder.recording().entries.length
  ref.send({ type: 'stop.requested' })
  expect(recorder.recording().entries).toHaveLength(length)
})

test('keeps the last events, and the state before the first of them', () => {
  const counter = setup({
    types: {} as { context: { count: number }; events: { type: 'more' } },
  }).createMachine({
    context: { count: 0 },
    on: { more: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
  })
  const recorder = createRecorder({ capacity: 10 })
  const ref = createActor(counter, { inspect: recorder.inspect }).start()
  for (let at = 0; at < 35; at += 1) ref.send({ type: 'more' })
  const recording = recorder.recording()
  expect(recording.entries.filter(({ type }) => type === 'event')).toHaveLength(10)
  expect(recording.dropped).toBe(25)
  expect(recording.actors.map(({ snapshot }) => snapshot.context)).toEqual([{ count: 25 }])
  expect(contextsOf(recording).at(-1)).toEqual({ count: 35 })
})

test('timers that had gone off before the first kept event are not in the beginning, and later ones are', () => {
  const recorder = createRecorder({ capacity: 4 })
  const clock = new SimulatedClock()
  const ref = createActor(timer, { inspect: recorder.inspect, clock }).start()
  clock.increment(1000)
  for (let at = 0; at < 20; at += 1) ref.send({ type: 'nothing' } as never)
  const { actors, timers } = recorder.recording()
  expect(actors.map(({ machine, snapshot }) => [machine, snapshot.value])).toEqual([
    ['timer', 'ringing'],
  ])
  expect(timers.map(({ event }) => event.type)).toEqual(['xstate.after.1000.timer.ringing'])
})

test('what is the same object in two snapshots is the same in the recording', () => {
  const machine = setup({ types: {} as { context: { big: object; count: number } } }).createMachine(
    {
      context: { big: { text: 'unchanged' }, count: 0 },
      on: { '*': { actions: assign({ count: ({ context }) => context.count + 1 }) } },
    },
  )
  const recorder = createRecorder()
  const ref = createActor(machine, { inspect: recorder.inspect }).start()
  ref.send({ type: 'one' })
  ref.send({ type: 'two' })
  const [one, two] = contextsOf(recorder.recording()) as { big: object; count: number }[]
  expect(two!.big).toBe(one!.big)
  expect([one!.count, two!.count]).toEqual([1, 2])
})

test('a follower takes what is kept, then only what is new, until it stops', () => {
  const recorder = createRecorder()
  const ref = createActor(timer, { clock: new SimulatedClock() }).start()
  recorder.attach(ref)
  ref.send({ type: 'unknown' } as never)
  let changes = 0
  const follower = recorder.follow(() => (changes += 1))
  const typesTaken = () => {
    const { actors, entries } = follower.take()
    return [actors.length, ...entries.map(({ type }) => type)]
  }
  expect(typesTaken()).toEqual([1, 'event', 'snapshot'])
  ref.send({ type: 'stop.requested' })
  expect(changes).toBe(4)
  expect(typesTaken()).toEqual([0, 'event', 'cancelled', 'transition', 'snapshot'])
  expect(typesTaken()).toEqual([0])
  follower.stop()
  ref.send({ type: 'unknown' } as never)
  expect(changes).toBe(4)
})

test('what is ignored is in no recording, nor is what it starts', () => {
  const root = createActor(timer, { clock: new SimulatedClock() }).start()
  const recorder = createRecorder({ ignores: ({ id }) => id.startsWith('ignored') })
  const running = createActor(lamp, { parent: root, id: 'ignored1' } as object).start()
  recorder.attach(root)
  const started = createActor(lamp, { parent: root, id: 'ignored2' } as object).start()
  for (const ref of [running, started]) ref.send({ type: 'switch.pressed' })
  const { actors, entries } = recorder.recording()
  expect([actors.map(({ machine }) => machine), entries]).toEqual([['timer'], []])
})

test('timers are known as such after very many others', () => {
  const clock = new SimulatedClock()
  const restless = setup({ types: {} as { events: { type: 'again' } } }).createMachine({
    initial: 'waiting',
    states: {
      waiting: { on: { again: { target: 'waiting', reenter: true } }, after: { 1000: 'ended' } },
      ended: {},
    },
  })
  const recorder = createRecorder()
  const ref = createActor(restless, { clock, inspect: recorder.inspect }).start()
  createActor(timer, { parent: ref, id: 'other' } as object).start()
  for (let at = 0; at < 600; at += 1) ref.send({ type: 'again' })
  clock.increment(1000)
  const causes = recorder
    .recording()
    .entries.flatMap((entry) =>
      entry.type === 'event' && entry.event.type.startsWith('xstate.after') ? entry.cause : [],
    )
  expect(causes).toEqual(['delay', 'delay'])
})
