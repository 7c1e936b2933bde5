import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { AnyActorRef, SnapshotFrom } from 'xstate'
import type { Change, Intent, Step } from '#content/change/types.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { emptyIdentityMap } from '#content/change/undo/identity-map.ts'
import type { Versioned } from '#content/model/resource.ts'
import { changeRunMachine } from '#machines/editing/changes/change-run.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  type EditorGestures,
  type OpenEditor,
  changeTitle,
  findSession,
  openEditor,
  sampleDraft,
  sampleGroup,
  sampleTitle,
  signInAgain,
  title,
  titleAndTextPositions,
  tool,
  leaveText,
  walkEditor,
} from '../../../support/editor.tsx'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(changeRunMachine)
afterEach(cleanup)

const iri = sampleTitle['@id']
const intent: Intent = { kind: 'set', iri, property: 'title', value: 'Mine' }
const patch: Step = { method: 'PATCH', iri, body: { title: 'Mine' } }
const change: Change = {
  id: '1',
  intent,
  steps: [patch],
  inverse: [
    { method: 'PATCH', iri, body: { title: 'Curtain' } },
    { method: 'DELETE', iri: sampleDraft['@id'] },
  ],
  refetch: [iri],
}
const answer: Versioned = { resource: { ...sampleTitle, title: 'Mine' }, etag: '"2"' }
const nothing = { items: [], removed: [] }

const samples = {
  events: [
    { type: 'xstate.done.actor.prepareChange' as const, output: change },
    { type: 'xstate.error.actor.prepareChange' as const, error: new Failure('conflict') },
    { type: 'xstate.done.actor.sendStep' as const, output: answer },
    { type: 'xstate.error.actor.sendStep' as const, error: new Failure('offline') },
    { type: 'xstate.error.actor.sendStep' as const, error: new Failure('conflict') },
    { type: 'xstate.error.actor.sendStep' as const, error: new Failure('invalid') },
    { type: 'xstate.error.actor.sendStep' as const, error: new Failure('notFound') },
    { type: 'xstate.error.actor.sendStep' as const, error: failureFromStatus(401) },
    { type: 'xstate.done.actor.renewSession' as const, output: 'renewed' as const },
    { type: 'xstate.done.actor.renewSession' as const, output: 'declined' as const },
    { type: 'xstate.done.actor.refetch' as const, output: nothing },
    { type: 'xstate.error.actor.refetch' as const, error: new Failure('offline') },
  ],
  distinguishBy: ({ steps, failure }: { steps: Step[]; failure: Failure | null }) => [
    steps.length,
    failure?.kind,
    failure?.status,
  ],
}

const settling =
  (effect: 'prepareChange' | 'sendStep' | 'refetch'): EditorGestures[string] =>
  ({ happen, puppets }, event) =>
    happen(() => puppets[effect].settle(event))

const gestures: EditorGestures = {
  ...Object.fromEntries(
    (['prepareChange', 'sendStep', 'refetch'] as const).flatMap((effect) =>
      ['done', 'error'].map((end) => [`xstate.${end}.actor.${effect}`, settling(effect)]),
    ),
  ),
  'xstate.done.actor.renewSession': async (editor, { output }: { output: string }) => {
    if (output === 'renewed') return signInAgain(editor)
    await findSession(editor, null)
    await leaveText(editor)
    await editor.press('Cancel')
  },
}

const childOf = ({ changeQueueRef }: OpenEditor, id: string): AnyActorRef =>
  changeQueueRef.getSnapshot().children[id]!
const saveStatus = () => document.querySelector('[data-save-status]')?.textContent

/** Without a session nothing is saved until the user has signed in again. */
const statusOf = (run: SnapshotFrom<typeof changeRunMachine>) =>
  run.matches('renewing') ? 'Not saved' : 'Saving…'

const openPendingChange = async (requested: Intent = intent) => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await editor.happen(() =>
    editor.changeQueueRef.send({
      type: 'change.requested',
      id: '1',
      intent: requested,
      conflictKeys: [iri],
    }),
  )
  return editor
}

/** Opens the editor with a saved change that can be undone. */
const openSavedChange = async (made: Change) => {
  const editor = await openPendingChange()
  const settle = async (effect: 'prepareChange' | 'sendStep' | 'refetch', output: unknown) =>
    editor.happen(() =>
      editor.puppets[effect].settle({ type: `xstate.done.actor.${effect}`, output }),
    )
  await settle('prepareChange', made)
  await settle('sendStep', answer)
  await settle('refetch', nothing)
  return editor
}

describe('a new change', () => {
  const paths = pathsOf(changeRunMachine, {
    input: { job: { kind: 'apply', id: '1', intent }, identities: emptyIdentityMap },
    ...samples,
  })
  for (const path of coveringPaths(paths))
    test(path.name, async () => {
      const editor = await openPendingChange()
      await walkEditor(editor, childOf(editor, 'changeRun 1'), path, gestures)
      expect(saveStatus()).toBe(path.next.status === 'done' ? 'Saved' : statusOf(path.next))
      expect(editor.cacheUpdates.length).toBe(path.next.status === 'done' ? 1 : 0)
    })
})

/** A copy in two requests, which is removed again when the second one is refused. */
const duplicate: Intent = { kind: 'duplicate', iri, group: sampleGroup, sortValue: 1 }
const created = (placeholder: string): Step => ({
  method: 'POST',
  iri: '/component/titles',
  body: {},
  creates: { iri: placeholder },
})
const duplication: Change = {
  id: '1',
  intent: duplicate,
  steps: [created('new:1'), created('new:2')],
  inverse: [{ method: 'DELETE', iri: 'new:1', published: false, reverts: 0 }],
  refetch: [],
}

describe('a copy', () => {
  const paths = pathsOf(changeRunMachine, {
    input: { job: { kind: 'apply', id: '1', intent: duplicate }, identities: emptyIdentityMap },
    ...samples,
    events: [
      { type: 'xstate.done.actor.prepareChange', output: duplication },
      { type: 'xstate.done.actor.sendStep', output: answer },
      { type: 'xstate.error.actor.sendStep', error: new Failure('invalid') },
      { type: 'xstate.done.actor.refetch', output: nothing },
    ],
  })
  for (const path of coveringPaths(paths))
    test(path.name, async () => {
      const editor = await openEditor({ inspect: coverage.inspect, savesByQueue: true })
      await editor.user.click(title())
      await editor.user.click(tool('Duplicate'))
      const { queue } = editor.changeQueueRef.getSnapshot().context
      await walkEditor(editor, childOf(editor, `changeRun ${queue[0]!.id}`), path, gestures)
      expect(saveStatus()).toBe(path.next.status === 'done' ? 'Saved' : statusOf(path.next))
      const { context } = path.next
      expect(document.body.textContent?.includes('Not duplicated')).toBe(
        path.next.status === 'done' && context.failure !== null,
      )
    })
})

/** A deletion in two requests, of which the first is taken back when the second one is refused. */
const deleteAll: Intent = { kind: 'deleteAll', positions: [...titleAndTextPositions] }
const [one, two] = titleAndTextPositions
const deletion: Change = {
  id: '1',
  intent: deleteAll,
  steps: [
    { method: 'DELETE', iri: one },
    { method: 'DELETE', iri: two },
  ],
  inverse: [
    { method: 'POST', iri: '/_/component_positions', creates: { iri: two }, reverts: 1 },
    { method: 'POST', iri: '/_/component_positions', creates: { iri: one }, reverts: 0 },
  ],
  refetch: [],
}

describe('a deletion in two requests', () => {
  const paths = pathsOf(changeRunMachine, {
    input: { job: { kind: 'apply', id: '1', intent: deleteAll }, identities: emptyIdentityMap },
    ...samples,
    events: [
      { type: 'xstate.done.actor.prepareChange', output: deletion },
      { type: 'xstate.done.actor.sendStep', output: null },
      { type: 'xstate.error.actor.sendStep', error: new Failure('offline') },
      { type: 'xstate.error.actor.sendStep', error: new Failure('invalid') },
      { type: 'xstate.error.actor.sendStep', error: new Failure('notFound') },
      { type: 'xstate.done.actor.refetch', output: nothing },
    ],
  })
  for (const path of coveringPaths(paths))
    test(path.name, async () => {
      const editor = await openPendingChange(deleteAll)
      await walkEditor(editor, childOf(editor, 'changeRun 1'), path, gestures)
      expect(saveStatus()).toBe(path.next.status === 'done' ? 'Saved' : statusOf(path.next))
    })
})

const undoCases: [string, Change][] = [
  ['the undo of a change in two requests', change],
  [
    'the undo of a change whose target is gone',
    {
      ...change,
      inverse: [{ method: 'DELETE', iri: sampleDraft['@id'], reveals: sampleDraft['@id'] }],
    },
  ],
]

describe.each(undoCases)('%s', (_, made) => {
  const paths = pathsOf(changeRunMachine, {
    input: { job: { kind: 'undo', change: made }, identities: emptyIdentityMap },
    ...samples,
  })
  for (const path of coveringPaths(paths))
    test(path.name, async () => {
      const editor = await openSavedChange(made)
      await editor.press('Undo')
      await walkEditor(editor, childOf(editor, 'undo'), path, gestures)
      const { failure, steps } = path.next.context
      // Nothing of it was done, so that it waits for the network.
      const waits = failure?.kind === 'offline' && steps.length === made.inverse.length
      const ended = waits ? 'Not saved' : 'Saved'
      expect(saveStatus()).toBe(path.next.status === 'done' ? ended : statusOf(path.next))
    })
})

test('says why a change cannot be undone', async () => {
  const editor = await openSavedChange({ ...change, inverse: [], irreversible: 'It is gone.' })
  await editor.press('Undo')
  expect(document.body.textContent).toContain('Nothing was undone')
  expect(document.body.textContent).toContain('It is gone.')
})

test('fails when the session cannot be asked for', async () => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsRenewal: true })
  const { happen, puppets } = editor
  await happen(() =>
    editor.changeQueueRef.send({ type: 'change.requested', id: '1', intent, conflictKeys: [iri] }),
  )
  await happen(() =>
    puppets.prepareChange.settle({
      type: 'xstate.error.actor.prepareChange',
      error: failureFromStatus(401),
    }),
  )
  expect(saveStatus()).toBe('Saving…')
  await happen(() =>
    puppets.renewSession.settle({
      type: 'xstate.error.actor.renewSession',
      error: new Failure('unexpected'),
    }),
  )
  expect(saveStatus()).toBe('Saved')
})

test('runs what is typed', async () => {
  const editor = await openEditor({ inspect: coverage.inspect, savesByQueue: true })
  await changeTitle(editor, 'Mine')
  expect(editor.puppets.prepareChange.calls.map(({ input }) => input)).toMatchObject([{ intent }])
  expect(saveStatus()).toBe('Saving…')
})

coverage.expectAll()
