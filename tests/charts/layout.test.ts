import { expect, test } from 'vitest'
import { chartSvg } from '../../charts/drawing/chart-svg.tsx'
import { arrowhead, roundedPath } from '../../charts/drawing/arrow-shapes.ts'
import type { Box } from '../../charts/layout/chart-layout.ts'
import { layoutChart } from '../../charts/layout/layout-chart.ts'
import { createLayoutEngine } from '../../charts/layout/layout-engine.ts'
import { statesBelow, transitionsOf } from '../../charts/model/chart-model.ts'
import { modelOf } from '../../charts/model/model-of.ts'
import { chain, trafficLight, wizard } from '../support/charts/foreign-machines.ts'

const isInside = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

test.each([trafficLight, wizard, chain])(
  'shows each state and transition once',
  async (machine) => {
    const chart = modelOf(machine)
    const layout = await layoutChart(chart, createLayoutEngine())
    const states = layout.states.filter(({ type }) => type !== 'initial')
    expect(states.map(({ id }) => id).toSorted()).toEqual(
      statesBelow(chart.root)
        .map(({ id }) => id)
        .toSorted(),
    )
    const written = [
      ...layout.states.flatMap(({ lines }) => lines),
      ...layout.edges.flatMap(({ label }) => label?.lines ?? []),
    ]
    const shown = new Set(written.flatMap(({ transition }) => transition ?? []))
    expect([...shown].toSorted()).toEqual(
      transitionsOf(chart)
        .map(({ key }) => key)
        .toSorted(),
    )
  },
)

test.each([trafficLight, wizard, chain])(
  'puts states inside one another, and never over one another',
  async (machine) => {
    const chart = modelOf(machine)
    const { states } = await layoutChart(chart, createLayoutEngine())
    const boxOf = (id: string) => states.find((state) => state.id === id)!
    for (const parent of statesBelow(chart.root)) {
      const children = parent.states.map(({ id }) => boxOf(id))
      expect(children.filter((child) => !isInside(child, boxOf(parent.id)))).toEqual([])
      expect(
        children.filter((one, index) =>
          children.slice(index + 1).some((other) => overlap(one, other)),
        ),
      ).toEqual([])
    }
  },
)

test('is the same to the byte each time', async () => {
  const draw = async () => chartSvg(await layoutChart(modelOf(wizard), createLayoutEngine()))
  expect(await draw()).toBe(await draw())
})

test('marks what it is told to', async () => {
  const layout = await layoutChart(modelOf(trafficLight), createLayoutEngine())
  const svg = chartSvg(layout, (id) => (id === 'light.red' ? 'active' : undefined))
  expect(svg.match(/class="[^"]*active[^"]*"/g)).toEqual([
    'class="chart-state chart-atomic chart-odd active"',
  ])
})

test('escapes what a machine says', async () => {
  const chart = modelOf(trafficLight)
  const layout = await layoutChart({ ...chart, description: '<script>' }, createLayoutEngine())
  expect(chartSvg(layout)).not.toContain('<script>')
})

test('draws lines with rounded corners and a tip', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 20, y: 0 },
    { x: 20, y: 4 },
  ]
  expect(roundedPath(points)).toBe('M0,0L15,0Q20,0 20,2L20,4')
  expect(arrowhead(points)).toBe('20,4 16.5,-4 23.5,-4')
})
