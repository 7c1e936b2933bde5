/** Steps through recordings as through a running system, and compares two. */
import { expect, test } from 'vitest'
import { type AnyStateMachine, SimulatedClock, createActor } from 'xstate'
import { partingOf, statesBeside } from '../../charts/live/compare-recordings.ts'
import { liveStateOf } from '../../charts/live/live-state.ts'
import { openedRecording } from '../../charts/live/opened-recording.ts'
import { actorsAt } from '../../charts/live/time-travel.ts'
import { RecordedSteps } from '../../charts/live/recorded-steps.ts'
import { branchOf, createValueReader } from '../../charts/live/shown-values.ts'
import { watchSystem } from '../../charts/live/watch-system.ts'
import type { WatchedStep } from '../../charts/live/watched.ts'
import { modelOf } from '../../charts/model/model-of.ts'
import type { Json } from '../../charts/model/chart-model.ts'
import { readRecording, writeRecording } from '../../charts/record/recording-file.ts'
import { type Recorder, createRecorder } from '../../charts/record/recorder.ts'
import { brokenTimer, lamp, timer } from '../support/charts/recorded-machines.ts'

const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

/** Records a lamp that is switched on, and off again. */
const recordLamp = async () => {
  const recorder = createRecorder()
  const root = createActor(lamp).start()
  recorder.attach(root)
  root.send({ type: 'switch.pressed' })
  await settle()
  root.send({ type: 'switch.pressed' })
  return { root, recorder }
}

const saved = (recorder: Recorder) => readRecording(writeRecording(recorder.recording()))

const described = (steps: readonly WatchedStep[]) =>
  steps.map(({ sender, receiver, event, taken, before, snapshot }) => ({
    ...{ sender: sender?.id ?? null, receiver: receiver.id, event: event.type, taken },
    ...{ before: before?.value, value: snapshot.value, machine: snapshot.machine.id },
  }))

test('a recording has the same steps as the system that it is of', async () => {
  const { root, recorder } = await recordLamp()
  const live = watchSystem({ root, recorder, onChange: () => {} }).take()
  const read = new RecordedSteps().read(saved(recorder))
  expect(described(read.steps)).toEqual(described(live.steps))
  expect(read.steps.length).toBe(3)
  expect(read.actors.map(({ id, snapshot }) => [id, snapshot.value])).toEqual(
    live.actors.map(({ id, snapshot }) => [id, snapshot.value]),
  )
})

test('the actors are those of the time that is shown, as they were then', async () => {
  const { root, recorder } = await recordLamp()
  root.send({ type: 'switch.pressed' })
  await settle()
  root.send({ type: 'wire.broken' })
  const { actors, steps } = openedRecording('lamp.json', saved(recorder))
  expect(actors).toEqual([])
  const at = (cursor: number) =>
    actorsAt(actors, steps, cursor).map(({ parent, snapshot }) => [parent, snapshot.value])
  expect([0, 1, 2, 3].map(at)).toEqual([
    [[null, 'off']],
    [[null, 'loading']],
    [[null, 'lit']],
    [[null, 'off']],
  ])
  expect(at(steps.length)).toEqual([])
})

test('an actor that was started later is not there before', () => {
  const { actors, steps } = recordTimer(timer)
  expect(steps[0]!.before).toBeNull()
  expect(actorsAt(actors, steps, 0)).toEqual([])
  expect(actorsAt(actors, steps, 1).map(({ snapshot }) => snapshot.value)).toEqual(['waiting'])
})

test('what is read part by part is the same, too', async () => {
  const { recorder } = await recordLamp()
  const { actors, entries } = saved(recorder)
  const reader = new RecordedSteps()
  const parts = [
    reader.read({ actors, entries: entries.slice(0, 2) }),
    reader.read({ actors: [], entries: entries.slice(2) }),
  ]
  const whole = new RecordedSteps().read({ actors, entries })
  expect(parts.flatMap(({ steps }) => described(steps))).toEqual(described(whole.steps))
})

test('a chart shows where a recorded machine was, and asks no guard', async () => {
  const { recorder } = await recordLamp()
  const { steps } = openedRecording('lamp.json', saved(recorder))
  const model = modelOf(lamp)
  const { active, readiness } = liveStateOf(steps[0]!.snapshot, model)
  expect([...active]).toEqual(['lamp', 'lamp.loading'])
  expect(Object.fromEntries(readiness)).toMatchObject({
    'lamp.loading xstate.done.actor.loadColor': 'open',
  })
  const guarded = structuredClone(model)
  for (const each of guarded.root.states[1]!.transitions) each.guard = { type: 'inline' }
  expect([...liveStateOf(steps[0]!.snapshot, guarded).readiness.values()]).toContain('guarded')
  const elsewhere = { ...steps[0]!.snapshot, value: { gone: 'inside' } }
  expect([...liveStateOf(elsewhere, model).active]).toEqual(['lamp'])
})

test('recorded values are shown as they were written, whoever has written them', () => {
  const read = createValueReader({ machine: { id: 'lamp' } })
  const textOf = (value: Json) => branchOf(read(value))
  expect(textOf({ $type: 'actor', session: 'x:1' })).toEqual({ text: 'actor x:1' })
  expect(textOf({ $type: 'actor', session: { toString: 1 } })).toEqual({
    text: 'actor {"toString":1}',
  })
  expect(textOf({ $type: 'date', time: 1e20 })).toEqual({ text: 'no date' })
  expect(textOf({ $type: 'constructor' })).toEqual({ text: 'constructor' })
  expect(textOf({ $type: '__proto__' })).toEqual({ text: '__proto__' })
})

/** Records a timer of two seconds. */
const recordTimer = (machine: AnyStateMachine, milliseconds = 2000) => {
  const recorder = createRecorder()
  const clock = new SimulatedClock()
  createActor(machine, { inspect: recorder.inspect, clock }).start()
  for (let time = 0; time < milliseconds; time += 500) clock.increment(500)
  return openedRecording('timer.json', saved(recorder))
}

test('two recordings of the same flow do not part', () => {
  const pair = [recordTimer(timer), recordTimer(timer)] as const
  expect(partingOf(pair)).toBeNull()
  expect(statesBeside(pair, [Infinity, Infinity])).toEqual([
    { name: 'timer', states: ['waiting', 'waiting'] },
  ])
})

test('two recordings part where a machine does something else, or one ends', () => {
  const pair = [recordTimer(timer, 3000), recordTimer(brokenTimer, 3000)] as const
  expect(partingOf(pair)).toEqual({
    step: 3,
    texts: [expect.stringMatching(/goes to waiting$/), expect.stringMatching(/goes to stopped$/)],
  })
  const states = (step: number) => statesBeside(pair, [step, step]).map((each) => each.states)
  expect(states(2)).toEqual([['ringing', 'ringing']])
  expect(states(3)).toEqual([['waiting', 'stopped']])
  expect(partingOf([recordTimer(timer, 1000), recordTimer(timer, 3000)])).toEqual({
    step: 3,
    texts: [null, expect.stringMatching(/goes to waiting$/)],
  })
})

test('an actor that runs in one recording only is beside nothing', async () => {
  const { recorder } = await recordLamp()
  const on = openedRecording('on.json', saved(recorder))
  const none = { ...on, actors: [], steps: [] }
  expect(statesBeside([on, none], [0, 0]).map(({ states }) => states)).toEqual([['off', null]])
  expect(statesBeside([on, none], [1, 0]).map(({ states }) => states)).toEqual([['loading', null]])
})
