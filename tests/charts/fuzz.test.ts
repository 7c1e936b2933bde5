import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  SimulatedClock,
  assign,
  createActor,
  createMachine,
  fromPromise,
} from 'xstate'
import { editModeMachine } from '#machines/editing/edit-mode.ts'
import { loadFolder } from '../../charts/command/load-machines.ts'
import { fuzzCommand, repeatCommand } from '../../charts/command/fuzz-command.ts'
import { createCommander } from '../../charts/fuzz/commanded-effects.ts'
import type { FuzzSystem } from '../../charts/fuzz/fuzz-system.ts'
import { fuzz } from '../../charts/fuzz/fuzz.ts'
import { recordRun } from '../../charts/fuzz/record-run.ts'
import { shrink } from '../../charts/fuzz/shrink.ts'
import { openedRecording } from '../../charts/live/opened-recording.ts'
import { mutantsOf } from '../../charts/mutate/mutants.ts'
import { swapMachine } from '../../charts/mutate/swap-machine.ts'
import { readRecording, writeRecording } from '../../charts/record/recording-file.ts'
import { replay } from '../../charts/replay/replay.ts'
import { root as project } from '../../scripts/support/root.mjs'
import { replayOptionsFor } from '../../scripts/support/replay-options.mjs'
import { createFuzzedApp } from '../support/machines/fuzz-app.ts'
import { seed } from '../support/seed.ts'

// Machines that do much else at once take longer.
vi.setConfig({ testTimeout: 600_000 })

test('the whole app loses nothing in 100,000 random events', async () => {
  expect(await fuzz(createFuzzedApp(), { events: 100_000, seed })).toEqual({
    events: 100_000,
    runs: 400,
    violation: null,
  })
})

test('finds a deletion whose question is not waited for, and records it: the machine without the mistake parts from it', async () => {
  const machine: AnyStateMachine = editModeMachine
  const { config } = mutantsOf(machine).find(({ name }) =>
    name.startsWith('editMode.editing.free.confirming confirm onDone [0]: guard removed'),
  )!
  const restore = swapMachine(machine, config)
  const app = createFuzzedApp()
  const { violation } = await fuzz(app, { events: 100_000, seed })
  expect(violation?.invariant).toBe('nothing is deleted without its question')
  const recorded = await recordRun(app, await shrink(app, violation!), {})
  const recording = readRecording(writeRecording(recorded))
  const machines = [...(await loadFolder(join(project, 'machines'))).values()].flat()
  const options = replayOptionsFor(machines)
  expect(replay(recording, options).parted).toBeNull()
  restore()
  expect(replay(recording, options).parted).toMatchObject({
    machine: 'editMode',
    recorded: expect.stringMatching(/confirm \[0\]$/),
  })
})

/** A store that forgets what it holds if it is emptied while a save fails. */
const store: AnyStateMachine = createMachine(
  {
    id: 'store',
    initial: 'idle',
    context: { items: 0, isEmptied: false },
    states: {
      idle: { on: { 'save.requested': 'saving', 'item.added': { actions: 'add' } } },
      saving: {
        invoke: { id: 'save', src: 'save', onDone: 'idle', onError: 'failed' },
        on: { 'item.added': { actions: 'add' } },
      },
      failed: {
        on: { 'all.removed': { target: 'idle', actions: 'empty' } },
        after: { 5000: 'idle' },
      },
    },
  },
  {
    actors: { save: fromPromise(async () => {}) },
    actions: {
      add: assign({ items: ({ context }) => (context['items'] as number) + 1 }),
      empty: assign({ isEmptied: true }),
    },
  },
)

const commanded = createCommander({
  isDeclared: (logic) => logic === store.implementations.actors['save'],
  real: {},
})(store)

const system: FuzzSystem = {
  start: (inspect) => {
    const clock = new SimulatedClock()
    return { root: createActor(commanded, { clock, inspect }).start() as AnyActorRef, clock }
  },
  events: { store: [{ type: 'save.requested' }, { type: 'item.added' }, { type: 'all.removed' }] },
  answers: { save: [() => undefined] },
  errors: [new Error('no network')],
  invariants: () => [
    {
      name: 'nothing is emptied',
      check: ([living]) => {
        const { context } = living!.ref.getSnapshot() as AnyMachineSnapshot
        return context.isEmptied ? `${context.items} items are lost.` : null
      },
    },
  ],
}

test('saves the shortest run that breaks a rule, which can be run again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const error = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => error.mockRestore())
  expect(
    await fuzzCommand(system, {
      ...{ events: 10_000, seed: 1, folder },
      about: { version: '7' },
      say: () => {},
    }),
  ).toBe(1)
  expect(error.mock.calls[0]![0]).toBe(
    [
      'Does not hold: nothing is emptied. 0 items are lost.',
      '  app gets save.requested (0)',
      '  app/save fails (0)',
      '  app gets all.removed (2)',
    ].join('\n'),
  )
  const file = join(folder, 'seed-1.json')
  const recording = readRecording(readFileSync(file, 'utf8'))
  expect(recording.about).toMatchObject({
    version: '7',
    fuzz: { invariant: 'nothing is emptied', reason: '0 items are lost.' },
  })
  const { parted, recordedHash, reachedHash } = replay(recording, { machines: [store] })
  expect([parted, reachedHash]).toEqual([null, recordedHash])
  const { steps } = openedRecording('seed-1.json', recording)
  expect(steps.map(({ event, snapshot }) => [event.type, snapshot.value])).toEqual([
    ['xstate.init', 'idle'],
    ['save.requested', 'saving'],
    ['xstate.error.actor.save', 'failed'],
    ['all.removed', 'idle'],
  ])
  expect(await repeatCommand(system, file, () => {})).toBe(1)
  const say = vi.fn<(line: string) => void>()
  expect(await repeatCommand({ ...system, invariants: () => [] }, file, say)).toBe(0)
  expect(say.mock.calls).toEqual([['All rules hold now.']])
})

test('is the same for the same seed, and ends with the number of events', async () => {
  const say = vi.fn<(line: string) => void>()
  const lawless = { ...system, invariants: () => [] }
  expect(await fuzzCommand(lawless, { events: 600, seed: 7, folder: tmpdir(), say })).toBe(0)
  expect(say.mock.calls).toEqual([['600 events in 3 runs, with seed 7: all rules hold.']])
  expect(await fuzz(system, { events: 600, seed: 7 })).toEqual(
    await fuzz(system, { events: 600, seed: 7 }),
  )
})

test('an actor that fails breaks a rule', async () => {
  const broken = createMachine(
    { id: 'store', on: { 'item.added': { actions: 'fail' } } },
    {
      actions: {
        fail: () => {
          throw new Error('out of order')
        },
      },
    },
  )
  const start: FuzzSystem['start'] = () => {
    const root = createActor(broken) as AnyActorRef
    root.subscribe({ error: () => {} })
    root.start()
    return { root, clock: new SimulatedClock() }
  }
  const { violation } = await fuzz(
    { ...system, start, invariants: () => [] },
    { events: 99, seed: 1 },
  )
  expect(violation).toMatchObject({
    invariant: 'no actor fails',
    reason: 'Error: out of order',
  })
})
