import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type AnyStateMachine, createMachine, initialTransition, transition } from 'xstate'
import { mutantsOf } from '../../charts/mutate/mutants.ts'
import { mutationReport } from '../../charts/mutate/outcome.ts'
import { swapMachine } from '../../charts/mutate/swap-machine.ts'
import { leaveGuardMachine } from '../../machines/admin/leave-guard.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Runs `npm run charts -- mutate` for machines, and returns what it prints and its exit code. */
const run = (...ids: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const script = join(import.meta.dirname, '../../scripts/charts.mjs')
    execFile(process.execPath, [script, 'mutate', ...ids], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })

test('the tests of a sample of machines notice every mutant', async () => {
  const { code, output } = await run('leave-guard', 'dialogs', 'areaSwitch')
  expect(output).toMatch(/^(\d{2,}) of \1 mutants noticed \(100\.0 %\)\.$/m)
  expect(code).toBe(0)
})

test('says that there is no such machine', async () => {
  const { code, output } = await run('nothing')
  expect(output).toContain('There is no machine named nothing.')
  expect(code).toBe(1)
  expect(await run('tests/support/charts/foreign-machines.ts#wizard')).toEqual({
    code: 1,
    output: 'wizard has no test of its own in tests/machines/.\n',
  })
})

const door = (): AnyStateMachine =>
  createMachine(
    {
      id: 'door',
      initial: 'closed',
      entry: 'creak',
      states: {
        closed: {
          on: { 'door.pushed': { guard: 'isUnlocked', target: 'open', actions: ['creak'] } },
        },
        open: {
          after: { 500: '#door.closed' },
          invoke: { src: 'spring', id: 'spring', onDone: 'closed', onError: {} },
        },
      },
    },
    { guards: { isUnlocked: () => false }, actions: { creak: () => {} } },
  )

test('changes each guard, transition and action once', () => {
  expect(mutantsOf(door()).map(({ name }) => name)).toMatchInlineSnapshot(`
    [
      "door entry: without creak",
      "door.closed door.pushed: deleted",
      "door.closed door.pushed: guard removed",
      "door.closed door.pushed: leads to door.closed",
      "door.closed door.pushed: without creak",
      "door.open after 500: deleted",
      "door.open after 500: leads to door.open",
      "door.open spring onDone: deleted",
      "door.open spring onDone: leads to door.open",
    ]
  `)
})

test('changes a machine in its place, and back', () => {
  const machine = door()
  const push = () => {
    const [closed] = initialTransition(machine)
    return transition(machine, closed, { type: 'door.pushed' })[0].value
  }
  const { config } = mutantsOf(machine).find(({ name }) => name.endsWith('guard removed'))!
  const restore = swapMachine(machine, config)
  expect(push()).toBe('open')
  restore()
  expect(push()).toBe('closed')
})

test('every mutant of a machine is a machine, or refused', () => {
  const machine: AnyStateMachine = leaveGuardMachine
  const before = machine.root
  for (const { config } of mutantsOf(machine)) swapMachine(machine, config)()
  expect(machine.root).toBe(before)
})

test('is good with 95 %, if each survivor has a reason', () => {
  const outcome = (noticed: number, survivors: string[], isBroken = false) => ({
    machine: 'door',
    noticed: Array.from({ length: noticed }, (_, index) => `${index}`),
    survivors,
    isBroken,
  })
  const report = (...args: Parameters<typeof outcome>) =>
    mutationReport(new Map([['door', outcome(...args)]]), [{ name: 'a', because: 'It is odd.' }])
  expect(report(19, ['ajar'])).toMatchObject({
    isGood: true,
    lines: ['survives: ajar (It is odd.)', '19 of 20 mutants noticed (95.0 %).'],
  })
  expect(report(18, ['ajar']).isGood).toBe(false)
  expect(report(99, ['broken'])).toMatchObject({ isGood: false })
  expect(report(99, ['broken']).lines[0]).toBe('survives: broken (no reason is known)')
  expect(report(20, [], true)).toMatchObject({ isGood: false })
  expect(mutationReport(new Map([['door', null]]), []).lines[0]).toBe(
    'door: its tests did not end.',
  )
})
