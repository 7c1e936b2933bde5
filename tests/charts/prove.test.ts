import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { type AnyStateMachine, createMachine, emit, fromPromise } from 'xstate'
import { loadFolder } from '../../charts/command/load-machines.ts'
import { pageOf, problemsOf, proveCommand } from '../../charts/command/prove-command.ts'
import type { ChartModel, StateModel } from '../../charts/model/chart-model.ts'
import { modelOf } from '../../charts/model/model-of.ts'
import { triggerText } from '../../charts/model/transition-model.ts'
import { copyConfig } from '../../charts/mutate/copy-config.ts'
import { unstatedEffects, unusedExemptions } from '../../charts/prove/effects.ts'
import { createExplorer } from '../../charts/prove/exploration.ts'
import { proveAll } from '../../charts/prove/prove.ts'
import type { Crossing, Statement, Statements } from '../../charts/prove/statement.ts'
import { editModeMachine } from '../../machines/editing/edit-mode.ts'
import { bulkChangeMachine } from '../../machines/admin/bulk-change.ts'
import { siteRestorationMachine } from '../../machines/admin/site-restoration.ts'
import { guardedEffects } from '#machines/guarded-effects.ts'
import { siteProof } from '../../scripts/support/prove-site.ts'
import { bulkChange, siteRestoration } from '../support/machines/admin-paths.ts'
import { pathsOf } from '../../charts/paths/paths.ts'

// Machines that do much else at once take longer.
vi.setConfig({ testTimeout: 120_000 })

const proof = siteProof()
const machines = [...(await loadFolder(join(proof.root, 'machines'))).values()].flat()
const charts = machines.map(modelOf)

test('the statements about this site hold, and no effect is left out', () => {
  expect(problemsOf(charts, proof)).toEqual([])
})

test('docs/charts/guards.md is up to date (`npm run charts -- prove` writes it)', () => {
  expect(pageOf(proof)).toBe(readFileSync(proof.page, 'utf8'))
})

/** Returns a chart in which the states are changed. */
const changed = (chart: ChartModel, change: (state: StateModel) => StateModel): ChartModel => {
  const below = (state: StateModel): StateModel => ({
    ...change(state),
    states: state.states.map(below),
  })
  return { ...chart, root: below(chart.root) }
}

/** Returns the charts with another event that does the same as an answer, so that nobody is asked. */
const withDetour = ({ machine, state, event }: Crossing) =>
  charts.map((chart) =>
    chart.id !== machine
      ? chart
      : changed(chart, (one) => ({
          ...one,
          transitions: one.transitions.flatMap((transition) =>
            one.id === state && triggerText(transition.trigger) === event
              ? [transition, { ...transition, trigger: { type: 'event', name: 'slipped.past' } }]
              : [transition],
          ),
        })),
  )

const refutation = (broken: readonly ChartModel[], statement: Statement) =>
  proveAll(broken, proof.rules, { ...guardedEffects, statements: [statement] }).get(statement.says)!

const answers = guardedEffects.statements.flatMap((statement) =>
  statement.asked.map((crossing) => ({ says: statement.says, statement, crossing })),
)

test.each(answers)('a way around the question refutes: $says', ({ statement, crossing }) => {
  expect(refutation(withDetour(crossing), statement).join('\n')).toContain('slipped.past')
})

const assumed = guardedEffects.statements.filter(({ given, asked }) => given && asked.length === 0)

test.each(assumed)('a guard taken away refutes: $says', (statement) => {
  const unguarded = charts.map((chart) =>
    changed(chart, (state) => ({
      ...state,
      transitions: state.transitions.filter(
        ({ guard }) => guard?.type !== 'name' || !statement.given!.includes(guard.name),
      ),
    })),
  )
  expect(refutation(unguarded, statement)[0]).toContain('without an answer')
})

test('says by which path a deletion is not asked for once its guard is taken away', () => {
  const { config, implementations } = editModeMachine as AnyStateMachine
  const copy = copyConfig(config)
  const confirming = copy.states!['editing']!.states!['free']!.states!['confirming']!
  const { invoke } = confirming as unknown as { invoke: { onDone: { guard?: unknown }[] } }
  delete invoke.onDone[0]!.guard
  const unguarded = modelOf(createMachine(copy, implementations as object))
  const [statement] = guardedEffects.statements
  const broken = charts.map((chart) => (chart.id === 'editMode' ? unguarded : chart))
  const [missing, refuted, ...path] = refutation(broken, statement!)
  expect(missing).toBe(
    'There is no transition editMode.editing.free.confirming | confirm done [isConfirmed].',
  )
  expect(refuted).toBe('editMode: starts pendingAction while isDeletion without an answer:')
  expect(path.map((move) => move.replace(/ \(.*/, ''))).toEqual([
    'editMode.viewing | edit.requested → editMode.editing.free.browsing',
    'editMode.editing.free.browsing | delete.requested → editMode.editing.free.confirming',
    'editMode.editing.free.confirming | confirm done → editMode.editing.acting',
  ])
})

const shop: AnyStateMachine = createMachine(
  {
    id: 'shop',
    initial: 'open',
    states: {
      open: { invoke: { src: 'clerk', id: 'clerk', onDone: 'closing' } },
      closing: { invoke: { src: 'deleteStock', id: 'deleteStock', onDone: 'closed' } },
      closed: { type: 'final' },
    },
  },
  {
    actors: {
      clerk: createMachine({
        id: 'clerk',
        initial: 'waiting',
        states: {
          waiting: { on: { 'bell.rung': 'asking' } },
          asking: { on: { yes: [{ guard: 'isSure', target: 'done' }], no: 'waiting' } },
          done: { type: 'final', entry: emit({ type: 'closing.announced' }) },
        },
      }),
      deleteStock: fromPromise(async () => {}),
    },
  },
)
const clerk = (shop.implementations.actors as Record<string, AnyStateMachine>)['clerk']!

const shopStatement: Statement = {
  says: 'The stock is deleted only after the clerk was sure.',
  effect: { machine: 'shop', invoke: 'deleteStock' },
  asked: [{ machine: 'clerk', state: 'clerk.asking', event: 'yes', guard: 'isSure' }],
}

describe('a system that is not ours', () => {
  const rules = { hearsBy: () => ({}), isSentFromOutside: () => false }
  const prove = (statement: Statement) =>
    proveAll([shop, clerk].map(modelOf), rules, { statements: [statement], facts: [] }).get(
      statement.says,
    )!

  test('is asked by another machine than the one that deletes', () => {
    expect(prove(shopStatement)).toEqual([])
  })

  test('is refuted by a path through both machines', () => {
    expect(prove({ ...shopStatement, asked: [] })).toEqual([
      'shop: starts deleteStock without an answer:',
      'clerk.waiting | bell.rung → clerk.asking',
      'clerk.asking | yes → clerk.done (emit closing.announced)',
      'shop.open | clerk done → shop.closing (starts deleteStock)',
    ])
  })

  test('says that a statement is about nothing', () => {
    const nothing = { ...shopStatement, effect: { machine: 'shop', invoke: 'other' } }
    expect(prove(nothing)).toEqual(['Nothing does shop: starts other.'])
    expect(prove({ ...shopStatement, from: { shop: 'shop.none' } })).toEqual([
      'shop.none cannot be reached.',
    ])
  })

  test('names an effect about which nothing is stated, and an exemption of none', () => {
    const named = (statements: Partial<Statements>) => {
      const all = { statements: [], facts: [], exemptions: [], ...statements }
      const shopCharts = [shop, clerk].map(modelOf)
      return [
        ...unstatedEffects(shopCharts, all).map(({ machine, name }) => `${machine}: ${name}`),
        ...unusedExemptions(shopCharts, all).map(({ because }) => because),
      ]
    }
    const because = 'It is only a shop.'
    expect(named({})).toEqual(['shop: starts deleteStock'])
    expect(named({ statements: [shopStatement] })).toEqual([])
    const effect = { machine: 'shop', invoke: 'deleteStock' }
    expect(named({ exemptions: [{ effect, because }] })).toEqual([])
    expect(
      named({
        statements: [shopStatement],
        exemptions: [{ effect: { machine: 'clerk', action: 'forget' }, because }],
      }),
    ).toEqual([because])
  })
})

test('prints what does not hold, and exits with 1', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const code = proveCommand(machines, {
    ...proof,
    statements: { statements: [], facts: [], exemptions: [] },
    isWritten: false,
  })
  expect(code).toBe(1)
  expect(error.mock.calls.join()).toContain('may destroy something: settings: discard.')
  error.mockRestore()
})

/** Each state that a machine really gets into has to be among those that its chart may reach. */
describe.each([
  { machine: bulkChangeMachine as AnyStateMachine, samples: bulkChange },
  { machine: siteRestorationMachine as AnyStateMachine, samples: siteRestoration },
])('$machine.id', ({ machine, samples }) => {
  test('does nothing that its chart does not show', () => {
    const explorer = createExplorer([modelOf(machine)], proof.rules)
    const facts = guardedEffects.facts.filter((fact) => fact.machine === machine.id)
    const { nodes } = explorer.explore([machine.id], { facts })
    const possible = nodes.map((node) => `${node.configuration.join()} ${node.facts.join()}`)
    const isTrue = (name: string, context: unknown) =>
      (machine.implementations.guards[name] as (args: object) => boolean)({ context })
    const real = pathsOf(machine, samples as never).map(({ next }) => {
      const leaves = next._nodes.filter(({ type }) => type === 'atomic' || type === 'final')
      const holding = facts.filter(({ name }) => isTrue(name, next.context))
      return `${leaves
        .map(({ id }) => id)
        .toSorted()
        .join()} ${holding.map(({ name }) => name).join()}`
    })
    expect(real.length).toBeGreaterThan(5)
    expect([...new Set(real)].filter((one) => !possible.includes(one))).toEqual([])
  })
})
