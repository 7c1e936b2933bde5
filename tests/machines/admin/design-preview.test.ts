import { expect, test } from 'vitest'
import { designPreviewMachine } from '#machines/admin/design-preview.ts'
import { designPreview } from '../../support/machines/admin-paths.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(designPreviewMachine, designPreview)

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "reading | readPreview done → ready",
      "reading | readPreview failed → ready",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(designPreviewMachine, paths)).toEqual([])
  expect(untakenTransitions(designPreviewMachine, paths)).toEqual([])
})
