import { expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import { uploadMachine } from '#machines/admin/upload.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const paths = pathsOf(uploadMachine, {
  input: { file: new File(['x'], 'goat.png') },
  events: [
    { type: 'progress.reported', progress: 0.5 },
    { type: 'file.saved', saved: { iri: '/_/media_objects/goat.png', isNew: true, picture: {} } },
    { type: 'sending.failed', error: new Failure('offline') },
    { type: 'xstate.error.actor.sendFile', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → sending",
      "sending | progress.reported {progress}",
      "sending | file.saved → ended {outcome}",
      "sending | sending.failed → ended {outcome}",
      "sending | sendFile failed → ended",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(uploadMachine, paths)).toEqual([])
  expect(untakenTransitions(uploadMachine, paths)).toEqual([])
})
