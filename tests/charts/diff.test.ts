import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMachine } from 'xstate'
import { diffMachines } from '../../charts/command/diff-command.ts'
import { diffCharts } from '../../charts/diff/diff-charts.ts'
import { differenceLines } from '../../charts/diff/show-differences.ts'
import { modelOf } from '../../charts/model/model-of.ts'

const before = createMachine({
  id: 'door',
  initial: 'closed',
  states: {
    closed: { on: { open: { guard: 'isUnlocked', target: 'open', actions: 'creak' } } },
    open: { tags: ['wide'], on: { close: 'closed', slam: 'closed' } },
    broken: { entry: 'groan' },
  },
})

const after = createMachine({
  id: 'door',
  initial: 'closed',
  states: {
    closed: { on: { open: { target: 'open', actions: 'creak' } } },
    open: { tags: ['wide', 'airy'], on: { close: 'closed', leave: { target: 'ajar' } } },
    ruined: { entry: 'groan' },
    ajar: { on: { push: 'open' } },
  },
})

const differenceOf = (one: typeof before, other: typeof before) =>
  differenceLines(diffCharts(modelOf(one), modelOf(other)))

test('says what was added, removed, changed and renamed', () => {
  expect(differenceOf(before, after)).toMatchInlineSnapshot(`
    [
      "state door.broken is now door.ruined",
      "state door.open changed",
      "  tags: wide → wide, airy",
      "state door.ajar added",
      "transition door.open slam removed",
      "transition door.closed open changed",
      "  guard: isUnlocked → none",
      "transition door.open leave added",
      "transition door.ajar push added",
    ]
  `)
})

test('finds nothing between a chart and itself', () => {
  expect(differenceOf(before, before)).toEqual([])
})

test('draws what was removed beside what was added', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(await diffMachines([before], [before], folder)).toBe(null)
  const text = await diffMachines([before], [after], folder)
  expect(text).toContain('- transition door.open slam removed')
  const svg = readFileSync(join(folder, 'door.diff.svg'), 'utf8')
  expect(svg).toMatch(/class="chart-state [^"]*added"/)
  expect(svg).toMatch(/class="chart-edge removed"/)
  expect(svg).toContain('slam')
})

test('names machines that only one version has', async () => {
  const other = createMachine({ id: 'window' })
  expect(await diffMachines([before], [other], tmpdir())).toBe(
    '## door\n\nremoved\n\n## window\n\nadded',
  )
})
