import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toolPreloadMachine } from '#machines/editing/tool-preload.ts'
import { restoreNetwork } from '../../support/app.tsx'
import { type OpenEditor, hub, openEditor, reachServer } from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'

const coverage = cover(toolPreloadMachine)
afterEach(cleanup)

const open = () => openEditor({ inspect: coverage.inspect, hub })

const becomeIdle = ({ happen, puppets }: OpenEditor) =>
  happen(() =>
    puppets.waitToLoadTools.settle({ type: 'xstate.done.actor.waitForIdle', output: undefined }),
  )
const load = ({ happen, puppets }: OpenEditor) =>
  happen(() => puppets.loadTools.settle({ type: 'xstate.done.actor.loadTools', output: [] }))
const fail = ({ happen, puppets }: OpenEditor) =>
  happen(() =>
    puppets.loadTools.settle({
      type: 'xstate.error.actor.loadTools',
      error: new Error('offline'),
    }),
  )
const stateOf = ({ appRef }: OpenEditor) =>
  appRef.getSnapshot().children.toolPreload!.getSnapshot().value

test('the tools are loaded while editing is idle, and not before', async () => {
  const editor = await open()
  await editor.press('Done')
  expect(stateOf(editor)).toBe('unloaded')
  await editor.press('Edit')
  await becomeIdle(editor)
  await load(editor)
  expect(stateOf(editor)).toBe('loaded')
})

test('a browser that never reports that it is idle loads the tools all the same', async () => {
  const editor = await open()
  await editor.happen(() =>
    editor.puppets.waitToLoadTools.settle({
      type: 'xstate.error.actor.waitForIdle',
      error: new Error('never'),
    }),
  )
  await load(editor)
  expect(stateOf(editor)).toBe('loaded')
})

test('after a failure the tools are loaded with the next editing, and once the site is reached again', async () => {
  const editor = await open()
  const failures = [
    async () => {
      await editor.press('Done')
      await editor.press('Edit')
    },
    () => reachServer(editor),
    () => restoreNetwork(editor),
  ]
  for (const recover of failures) {
    await becomeIdle(editor)
    await fail(editor)
    expect(stateOf(editor)).toBe('failed')
    await recover()
    expect(stateOf(editor)).toBe('waitingForIdle')
  }
  await becomeIdle(editor)
  await load(editor)
  expect(stateOf(editor)).toBe('loaded')
})

coverage.expectAll()
