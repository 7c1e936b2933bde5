import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ComponentCopy } from '#content/clipboard/component-copy.ts'
import { Failure } from '#content/model/failure.ts'
import type { ComponentKind } from '#content/model/kind.ts'
import { selectSelectedIri } from '#machines/editing/selection/selection.ts'
import { canAct, editModeMachine, isEditing } from '#machines/editing/edit-mode.ts'
import { siteKinds } from '#site/editors.ts'
import { component } from '../../support/content/page-payload.ts'
import { templatePage, text } from '../../support/content/template-page.ts'
import { cover } from '../../support/machines/coverage.ts'
import {
  type EditorGestures,
  type OpenEditor,
  bodyText,
  goBeforeChanges,
  isUnavailable,
  openEditor,
  publishListed,
  sampleDraft,
  sampleGroup as group,
  sampleTitle,
  scheduleDraft,
  scheduledTime,
  selectTitleAndText,
  stageTitle,
  title,
  titleAndTextPositions,
  tool,
  walkEditor,
} from '../../support/editor.tsx'
import {
  copiedCollection,
  copiedTitle,
  insertionPoint,
  pasteAfterTitle,
} from '../../support/copied-components.ts'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'
import { settledEdits } from '../../support/settled-edits.ts'
import { retryWaiting, waitingPublication } from '../../support/waiting-actions.ts'

const coverage = cover(editModeMachine)

/** A kind that is added without editing. The demo site has none. */
const divider: ComponentKind = {
  type: 'Divider',
  label: 'Divider',
  description: 'A line across',
  endpoint: '/component/dividers',
  publishable: false,
  instantAdd: true,
  fields: {},
}
beforeAll(() => void (siteKinds.kinds as ComponentKind[]).push(divider))

afterEach(cleanup)

/** Each copy has an id of its own. */
const anyId = expect.any(String) as string

const iri = sampleTitle['@id']

const done = (output: 'exit.requested' | 'signOut.requested' | null) =>
  ({ type: 'xstate.done.actor.pendingAction', output }) as const

const confirmed = { type: 'xstate.done.actor.confirm', output: true } as const

const scheduledAt = new Date(scheduledTime).toISOString()

type Events = Parameters<typeof pathsOf<typeof editModeMachine>>[1]['events']

/** The state `acting` does not show which action is pending, so the paths of each action are walked separately. */
const eventSets: Events[] = [
  [{ type: 'edit.resumed' }],
  [{ type: 'exit.requested' }, done('exit.requested'), done(null)],
  [{ type: 'open.requested', href: '/elsewhere' }, done(null)],
  [{ type: 'undo.requested' }, done(null)],
  [{ type: 'redo.requested' }, done(null)],
  [{ type: 'jump.requested', to: null }, done(null)],
  [{ type: 'signOut.requested' }, done('signOut.requested'), done(null)],
  [{ type: 'signOut.requested', isScreenUnsaved: true }],
  [{ type: 'publish.requested', iri: sampleDraft['@id'] }, done(null)],
  [{ type: 'schedule.requested', iri: sampleDraft['@id'], publishedAt: scheduledAt }, done(null)],
  [{ type: 'publishAll.requested', iris: [sampleDraft['@id']] }, done(null)],
  [{ type: 'duplicate.requested', iri, insertionPoint, isPublic: false, id: anyId }, done(null)],
  [
    { type: 'duplicate.requested', iri, insertionPoint, isPublic: true, id: anyId },
    confirmed,
    done(null),
  ],
  [
    { type: 'paste.requested', copies: [copiedTitle], insertionPoint, isPublic: false, id: anyId },
    done(null),
  ],
  [
    {
      type: 'paste.requested',
      copies: [copiedCollection],
      insertionPoint,
      isPublic: true,
      id: anyId,
    },
    confirmed,
    done(null),
  ],
  [
    { type: 'delete.requested', iri },
    { type: 'xstate.done.actor.confirm', output: true },
    { type: 'xstate.done.actor.confirm', output: false },
    { type: 'xstate.error.actor.confirm', error: new Failure('unexpected') },
    done(null),
  ],
  [{ type: 'deleteAll.requested', positions: titleAndTextPositions }, confirmed, done(null)],
  [{ type: 'moveAll.requested', positions: titleAndTextPositions, by: 1 }, done(null)],
  [
    { type: 'add.requested', insertionPoint: { group, index: 1, sortValue: 1 } },
    { type: 'xstate.done.actor.addResource', output: null },
  ],
]

const paths = eventSets.flatMap((events) =>
  pathsOf(editModeMachine, { input: undefined, events: [{ type: 'edit.requested' }, ...events] }),
)

const settleConfirm: EditorGestures[string] = ({ happen, puppets }, event) =>
  happen(() => puppets.deletion.settle(event))

const gestures: EditorGestures = {
  'edit.resumed': ({ happen, puppets }) =>
    happen(() => puppets.wasEditing.settle({ type: 'xstate.done.actor.wasEditing', output: true })),
  'edit.requested': ({ press }) => press('Edit'),
  'exit.requested': ({ press }) => press('Done'),
  'add.requested': async ({ user, press }) => {
    await user.click(title())
    await press('Add after')
  },
  'delete.requested': async ({ user, press }) => {
    await user.click(title())
    await press('Delete')
  },
  'deleteAll.requested': async (editor) => {
    await selectTitleAndText(editor)
    await editor.press('Delete')
  },
  'moveAll.requested': async (editor) => {
    await selectTitleAndText(editor)
    await editor.press('Move down')
  },
  'publish.requested': async ({ user, press }) => {
    await user.click(screen.getByText('Coda, rewritten'))
    await press('Publish')
  },
  'publishAll.requested': publishListed,
  'schedule.requested': (editor) => scheduleDraft(editor),
  'duplicate.requested': async ({ user, happen, cache }, { isPublic }: { isPublic: boolean }) => {
    // A kind without drafts; the sample page has none.
    const resource = { ...sampleTitle, _metadata: { persisted: true } }
    if (isPublic) await happen(() => cache.save([{ resource }]))
    await user.click(title())
    await user.click(tool('Duplicate'))
  },
  'paste.requested': (editor, { copies: [copy] }: { copies: [ComponentCopy] }) =>
    pasteAfterTitle(copy)(editor),
  'open.requested': async ({ user, press }) => {
    await user.click(screen.getByText('Elsewhere'))
    await press('Open page')
  },
  'undo.requested': ({ user }) => user.keyboard('{Control>}z{/Control}'),
  'redo.requested': ({ user }) => user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}'),
  'jump.requested': goBeforeChanges,
  'signOut.requested': async (
    { user, press, happen, appRef },
    event?: { isScreenUnsaved?: boolean },
  ) => {
    // As the guard of an admin screen does.
    if (event?.isScreenUnsaved)
      await happen(() => appRef.system.get('navigation').send({ type: 'guard.added' }))
    await press('Site menu')
    await user.click(screen.getByRole('menuitem', { name: 'Sign out' }))
  },
  // Ends the action early: its edits cannot be saved where the output is null, and else its deletion fails.
  'xstate.done.actor.pendingAction': async (
    { happen, puppets, editModeRef },
    { output }: { output: string | null },
  ) => {
    const { pendingAction } = editModeRef.getSnapshot().context
    await happen(() =>
      puppets.waitUntilIdle.settle({
        type: 'xstate.done.actor.waitUntilIdle',
        output: settledEdits(output !== null),
      }),
    )
    if (!['delete.requested', 'paste.requested'].includes(pendingAction!.action.type)) return
    const error = new Failure('offline')
    await happen(() =>
      puppets.pendingAction.settle({ type: 'xstate.error.actor.saveChange', error }),
    )
  },
  'xstate.done.actor.confirm': settleConfirm,
  'xstate.error.actor.confirm': settleConfirm,
  'xstate.done.actor.addResource': ({ press }) => press('Cancel'),
}

const open = () =>
  openEditor({
    inspect: coverage.inspect,
    editing: false,
    controlsResumption: true,
    controlsIdle: true,
  })

for (const path of coveringPaths(paths))
  test(path.name, async () => {
    const editor = await open()
    await walkEditor(editor, editor.editModeRef, path, gestures)
    const { next } = path
    expect(editor.editModeRef.getSnapshot().context).toEqual(path.next.context)
    const toggle = screen.getByRole('button', { name: isEditing(next as never) ? 'Done' : 'Edit' })
    expect(isUnavailable(toggle)).toBe(next.matches({ editing: 'acting' }))
    expect(screen.queryAllByRole('textbox', { name: 'Title' }).length > 0).toBe(
      isEditing(next as never),
    )
    const add = screen.queryByRole('button', { name: 'Add after' })
    expect(add === null || !isUnavailable(add)).toBe(add === null || canAct(next as never))
  })

test('undoes and redoes in the order in which the keys were pressed, one after the other', async () => {
  const editor = await open()
  await editor.press('Edit')
  const { calls } = editor.puppets.waitUntilIdle
  const keys = ['{Control>}z{/Control}', '{Control>}y{/Control}', '{Control>}z{/Control}']
  for (const each of keys) await editor.user.keyboard(each)
  expect(calls).toHaveLength(1)
  const actions: string[] = []
  while (actions.length < keys.length) {
    actions.push(editor.editModeRef.getSnapshot().context.pendingAction!.action.type)
    await gestures['xstate.done.actor.pendingAction']!(editor, { output: null } as never)
  }
  expect(actions).toEqual(['undo.requested', 'redo.requested', 'undo.requested'])
  expect(calls).toHaveLength(3)
  expect(editor.editModeRef.getSnapshot().matches({ editing: { free: 'browsing' } })).toBe(true)
})

describe('with a staged component', () => {
  const openStaged = async () => {
    const editor = await open()
    const { press, user, happen, puppets } = editor
    await press('Edit')
    await user.click(title())
    await press('Add after')
    await user.click(screen.getByRole('option', { name: 'Title' }))
    await press('Insert')
    const answer = (output: boolean) =>
      happen(() =>
        puppets.stagedResource.confirm.settle({ type: 'xstate.done.actor.confirm', output }),
      )
    return { ...editor, answer, state: () => editor.editModeRef.getSnapshot().value }
  }
  const confirmCount = ({ puppets }: OpenEditor) => puppets.stagedResource.confirm.calls.length

  test('Done asks for confirmation and stays in edit mode on Cancel', async () => {
    const editor = await openStaged()
    await editor.press('Done')
    expect(confirmCount(editor)).toBe(1)
    await editor.answer(false)
    expect(editor.state()).toEqual({ editing: 'adding' })
    expect(screen.getByRole('button', { name: 'Discard' })).toBeTruthy()
    await editor.press('Done')
    expect(confirmCount(editor)).toBe(2)
  })

  test('Done discards the component and leaves edit mode on Ok', async () => {
    const editor = await openStaged()
    await editor.press('Done')
    await editor.answer(true)
    expect(editor.state()).toEqual({ editing: 'acting' })
    await editor.happen(() =>
      editor.puppets.waitUntilIdle.settle({
        type: 'xstate.done.actor.waitUntilIdle',
        output: settledEdits(true),
      }),
    )
    expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy()
  })

  test('Done during a save asks only if the save fails', async () => {
    const editor = await openStaged()
    await editor.press('Add draft')
    await editor.press('Done')
    expect(confirmCount(editor)).toBe(0)
    await editor.happen(() =>
      editor.puppets.stagedResource.saveChange.settle({
        type: 'xstate.error.actor.saveChange',
        error: new Failure('offline'),
      }),
    )
    await editor.press('Done')
    expect(confirmCount(editor)).toBe(1)
  })

  test('signing out asks first and waits for pending edits', async () => {
    const editor = await openStaged()
    const { effects, happen, puppets } = editor
    await gestures['signOut.requested']!(editor, undefined as never)
    expect(confirmCount(editor)).toBe(1)
    await editor.answer(true)
    expect(effects.signOut.calls).toHaveLength(0)
    await happen(() =>
      puppets.waitUntilIdle.settle({
        type: 'xstate.done.actor.waitUntilIdle',
        output: settledEdits(true),
      }),
    )
    expect(effects.signOut.calls).toHaveLength(1)
  })

  test('opening a page asks once, and opens it on Ok', async () => {
    const editor = await openStaged()
    await gestures['open.requested']!(editor, undefined as never)
    expect(confirmCount(editor)).toBe(1)
    await editor.answer(true)
    await editor.happen(() =>
      editor.puppets.waitUntilIdle.settle({
        type: 'xstate.done.actor.waitUntilIdle',
        output: settledEdits(true),
      }),
    )
    expect(editor.address).toEqual(['/elsewhere'])
    expect(confirmCount(editor)).toBe(1)
    expect(editor.state()).toEqual({ editing: { free: 'browsing' } })
  })

  test('discarding by the navigation guard asks no second time', async () => {
    const editor = await openStaged()
    await editor.pop('/next')
    await editor.press('Ok')
    expect(editor.state()).toEqual({ editing: { free: 'browsing' } })
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
    expect(confirmCount(editor)).toBe(0)
  })
})

test('selects a resource of a kind that is added at once', async () => {
  const { user, press, puppets, happen, editModeRef } = await open()
  await press('Edit')
  await user.click(title())
  await press('Add after')
  await user.click(screen.getByRole('option', { name: 'Divider' }))
  await press('Add now')
  const resource = component('Divider', 'new')
  await happen(() =>
    puppets.addResource.settle({
      type: 'xstate.done.actor.saveChange',
      output: { resource },
    }),
  )
  const { selection } = editModeRef.getSnapshot().children
  expect(selectSelectedIri(selection!.getSnapshot())).toBe(resource['@id'])
})

test('runs the choice of what a position of a template shows as an action', async () => {
  const payload = templatePage({ isPage: false, shows: text, own: text })
  const { user, editModeRef } = await openEditor({ payload, inspect: coverage.inspect })
  await user.click(bodyText())
  await user.click(screen.getByRole('tab', { name: 'Content' }))
  const shows = screen.getByRole('combobox', { name: 'Shows' })
  await user.selectOptions(shows, 'The same on all pages')
  expect(editModeRef.getSnapshot().matches({ editing: 'acting' })).toBe(true)
})

test('goes on adding what was being added before a reload', async () => {
  await stageTitle(await openEditor())
  const storage = { ...sessionStorage }
  cleanup()
  const { editModeRef } = await openEditor({ storage, inspect: coverage.inspect })
  expect(editModeRef.getSnapshot().matches({ editing: 'adding' })).toBe(true)
  expect(screen.getByRole('button', { name: 'Add draft' })).toBeTruthy()
})

test('carries out what has waited for the network', async () => {
  const editor = await openEditor({
    storage: { actions: waitingPublication },
    inspect: coverage.inspect,
  })
  await retryWaiting(editor)
  expect(editor.puppets.pendingAction.calls.map(({ input }) => input.kind)).toEqual(['publish'])
})

coverage.expectAll()
