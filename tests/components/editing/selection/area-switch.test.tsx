import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import type { Selection } from '#content/page/selection/selection.ts'
import { areaSwitchMachine } from '#machines/editing/selection/area-switch.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  type EditorGestures,
  openEditor,
  queryManager,
  settleRun,
  typeInto,
  walkEditor,
  selectMenuLink,
} from '../../../support/editor.tsx'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(areaSwitchMachine)
afterEach(cleanup)

const link = '/component/NavigationLink/link'
const input: Selection = {
  stack: [link, '/_/component_positions/link', '/_/component_groups/top'],
  area: 'layout',
}

const paths = coveringPaths(
  pathsOf(areaSwitchMachine, {
    input,
    events: [
      { type: 'xstate.done.actor.confirm', output: true },
      { type: 'xstate.done.actor.confirm', output: false },
      { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
    ],
  }),
)

const settle: EditorGestures[string] = ({ happen, puppets }, event) =>
  happen(() => puppets.areaSwitch.settle(event))

const gestures: EditorGestures = {
  'xstate.done.actor.confirm': settle,
  'xstate.error.actor.confirm': settle,
}

for (const path of paths)
  test(path.name, async () => {
    const editor = await openEditor({ inspect: coverage.inspect })
    await selectMenuLink(editor)
    const selectionRef = editor.editModeRef.getSnapshot().children.selection!
    const switchRef = selectionRef.getSnapshot().children.areaSwitch!
    await walkEditor(editor, switchRef, path, gestures)
    expect(switchRef.getSnapshot().context).toEqual(path.next.context)
    expect(queryManager() !== null).toBe(path.next.context.confirmed !== null)
  })

test('asks about the draft that a save has created meanwhile', async () => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsChangeRuns: true })
  const textEl = screen.getByText('Curtain')
  typeInto(textEl, 'Mine')
  await editor.wait(250)
  await selectMenuLink(editor)
  await settleRun(editor, { replacements: [{ from: link, to: `${link}-draft` }] })
  const selectionRef = editor.editModeRef.getSnapshot().children.selection!
  const { candidate } = selectionRef.getSnapshot().children.areaSwitch!.getSnapshot().context
  expect(candidate.stack[0]).toBe(`${link}-draft`)
})

coverage.expectAll()
