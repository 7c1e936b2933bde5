import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { editorBuildMachine } from '#machines/app/editor-build.ts'
import { type Gestures, openApp, settleEffect, walkPath } from '../../support/app.tsx'
import { pagePayload } from '../../support/content/page-payload.ts'
import { admin } from '../../support/content/sample-resources.ts'
import { cover } from '../../support/machines/coverage.ts'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(editorBuildMachine)
afterEach(cleanup)

const paths = pathsOf(editorBuildMachine, {
  input: undefined,
  events: [
    { type: 'session.started' },
    { type: 'session.hinted' },
    { type: 'field.changed' },
    { type: 'page.requested' },
    { type: 'page.unloaded' },
    { type: 'xstate.done.actor.findReloadTime', output: 'now' },
    { type: 'xstate.done.actor.findReloadTime', output: 'later' },
    { type: 'xstate.done.actor.findReloadTime', output: 'never' },
    { type: 'xstate.error.actor.findReloadTime', error: new Error('no storage') },
  ],
})

let visits = 0

const gestures: Gestures = {
  'session.started': (app) =>
    settleEffect('readSession')(app, { type: 'xstate.done.actor.readSession', output: admin }),
  'session.hinted': ({ happen, otherTabs }, event) => happen(() => otherTabs.send(event)),
  'field.changed': ({ happen, editorDocument }, event) => happen(() => editorDocument.send(event)),
  'page.requested': ({ pop }) => pop(`/next/${(visits += 1)}`),
  'page.unloaded': ({ pop }) => pop('/login?account=other'),
  'xstate.done.actor.findReloadTime': settleEffect('findReloadTime'),
  'xstate.error.actor.findReloadTime': settleEffect('findReloadTime'),
}

for (const path of coveringPaths(paths))
  test(path.name, async () => {
    const app = openApp('/', {
      payload: pagePayload([]),
      input: { hasSessionHint: path.events.some(({ type }) => type === 'session.started') },
      inspect: coverage.inspect,
    })
    await walkPath(app, app.appRef.system.get('editorBuild'), path, gestures)
    expect(app.editorDocument.listenerCount()).toBe(path.next.value === 'opening' ? 1 : 0)
  })

coverage.expectAll()
