import { expect, test } from 'vitest'
import { createMachine, fromCallback } from 'xstate'
import { layoutChart } from '../../charts/layout/layout-chart.ts'
import { createLayoutEngine } from '../../charts/layout/layout-engine.ts'
import { guardText } from '../../charts/model/guard-model.ts'
import { modelOf } from '../../charts/model/model-of.ts'
import { heardBy, overviewOf, startedBy } from '../../charts/model/overview.ts'
import { transitionsOf } from '../../charts/model/chart-model.ts'

const child = createMachine({ id: 'child' })
const parent = createMachine(
  {
    id: 'parent',
    invoke: [
      { src: 'listener', input: { clock: ['ticked'] } },
      { src: 'listener', input: { clock: ['ticked', 'stopped'], child: ['done'] } },
      { src: 'child' },
    ],
  },
  { actors: { child, listener: fromCallback(() => {}) } },
)

const hearsBy = ({ src, input }: { src: string | null; input: unknown }) =>
  src === 'listener' ? (input as Record<string, string[]>) : {}

test('tells what a machine hears from whom, and whom it starts', () => {
  const chart = modelOf(parent)
  expect(heardBy(chart, hearsBy)).toEqual([
    { from: 'clock', events: ['ticked', 'stopped'] },
    { from: 'child', events: ['done'] },
  ])
  expect(startedBy(chart)).toEqual(['child'])
})

test('draws each machine in its group, with arrows to those that it starts', async () => {
  const groups = new Map([
    ['above', [modelOf(parent)]],
    ['below', [modelOf(child)]],
  ])
  const overview = overviewOf(groups, hearsBy)
  expect(transitionsOf(overview).map(({ key, targets }) => [key, ...targets])).toEqual([
    ['parent hears clock'],
    ['parent hears child'],
    ['parent starts child', 'below.child'],
  ])
  const { states } = await layoutChart(overview, createLayoutEngine())
  expect(states.map(({ id }) => id)).toEqual([
    'actors',
    'above',
    'above.parent',
    'below',
    'below.child',
  ])
})

test('reads guards as people do', () => {
  const name = (text: string) => ({
    type: 'name' as const,
    name: text,
    params: null,
    description: null,
  })
  expect(
    guardText({
      type: 'and',
      guards: [
        name('isOpen'),
        { type: 'not', guard: { type: 'or', guards: [name('a'), name('b')] } },
      ],
    }),
  ).toBe('isOpen and not (a or b)')
})
