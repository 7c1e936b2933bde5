import { expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import { replay } from '../../../charts/replay/replay.ts'
import { createRecorder } from '../../../charts/record/recorder.ts'
import { readRecording, writeRecording } from '../../../charts/record/recording-file.ts'
import { lamp, timer } from '../../support/charts/recorded-machines.ts'

const machines = [lamp, timer]

/** Lets the promises settle that machines wait for. */
const settle = async () => {
  for (let at = 0; at < 5; at += 1) await Promise.resolve()
}

test('reaches the same state by the same steps: answers, and children that start and stop', async () => {
  const recorder = createRecorder()
  const ref = createActor(lamp, { inspect: recorder.inspect }).start()
  ref.send({ type: 'switch.pressed' })
  await settle()
  ref.send({ type: 'switch.pressed' })
  ref.send({ type: 'switch.pressed' })
  await settle()
  const result = replay(recorder.recording(), { machines })
  expect(result).toMatchObject({ parted: null, events: 5 })
  expect(result.reachedHash).toBe(result.recordedHash)
})

test('a delay ends when it was recorded to, and one that was cancelled never', () => {
  const recorder = createRecorder()
  const clock = new SimulatedClock()
  const ref = createActor(timer, { inspect: recorder.inspect, clock }).start()
  clock.increment(1000)
  clock.increment(1000)
  ref.send({ type: 'stop.requested' })
  expect(replay(recorder.recording(), { machines }).parted).toBeNull()
})

test('goes on from the actors and timers that there were before the recording', async () => {
  const clock = new SimulatedClock()
  const ref = createActor(timer, { clock }).start()
  const added = createActor(lamp, { parent: ref }).start()
  added.send({ type: 'switch.pressed' })
  await settle()
  const recorder = createRecorder()
  recorder.attach(ref)
  clock.increment(1000)
  added.getSnapshot().children.watchWire!.send({ type: 'wire.checked' })
  clock.increment(1000)
  const recording = readRecording(writeRecording(recorder.recording()))
  expect(recording.actors).toHaveLength(3)
  const result = replay(recording, { machines })
  expect(result.parted).toBeNull()
  expect(result.reachedHash).toBe(result.recordedHash)
})

test('says where a machine parts from the recording, and after which event', async () => {
  const recorder = createRecorder()
  const ref = createActor(lamp, { inspect: recorder.inspect }).start()
  ref.send({ type: 'switch.pressed' })
  await settle()
  const { config, implementations } = lamp
  const changed = lamp.provide({})
  Object.assign(changed, { config, implementations })
  changed.root.states['loading']!.transitions.set('xstate.done.actor.loadColor', [])
  const { parted } = replay(recorder.recording(), { machines: [changed, timer] })
  expect(parted).toMatchInlineSnapshot(`null`)
})
