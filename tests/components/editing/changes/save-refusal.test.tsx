import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Component } from '#content/model/resource.ts'
import { selectSaveRefusalRef } from '#machines/editing/changes/field.ts'
import { selectFields } from '#machines/editing/changes/pending-edits.ts'
import {
  canRetry,
  isConflicting,
  isOrphaned,
  saveRefusalMachine,
  selectFailure,
} from '#machines/editing/changes/save-refusal.ts'
import { loadTools } from '#src/editor/load-tools.ts'
import { restoreNetwork } from '../../../support/app.tsx'
import { cover } from '../../../support/machines/coverage.ts'
import {
  type EditorGestures,
  changeTitle,
  hub,
  openEditor,
  reachServer,
  sampleTitle,
  settleAcceptance,
  signInAgain,
  title,
  undoUnsaved,
  walkEditor,
} from '../../../support/editor.tsx'
import { coveringPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(saveRefusalMachine)
// The code that compares the two values of a conflict takes long to load on a busy machine.
beforeAll(loadTools)
afterEach(cleanup)

const { '@id': iri } = sampleTitle
const titled = (value: string): Component => ({ ...sampleTitle, title: value })
const conflict = new Failure('conflict', { resource: titled('Theirs') })

const gestures: EditorGestures = {
  'retry.requested': ({ press }) => press('Try again'),
  'flush.requested': () => fireEvent.blur(title()),
  'connection.opened': reachServer,
  'network.restored': restoreNetwork,
  'session.renewed': signInAgain,
  'local.kept': ({ press }) => press('Keep mine'),
  'remote.accepted': ({ press }) => press('Use theirs'),
  'xstate.done.actor.saveChange': ({ happen, puppets }, event) =>
    happen(() => puppets.acceptance.settle(event)),
  'xstate.error.actor.saveChange': ({ happen, puppets }, event) =>
    happen(() => puppets.acceptance.settle(event)),
  'resource.updated': ({ happen, puppets }, event) =>
    happen(() => puppets.watchResource.send(event)),
  'edits.discarded': ({ press }) => press('Discard my change'),
  'restore.requested': ({ press }) => press('Put back'),
  'copy.requested': ({ press }) => press('Copy my text'),
}

const openRefused = async (error: Failure) => {
  const editor = await openEditor({ hub, inspect: coverage.inspect })
  await changeTitle(editor, 'Mine')
  await editor.happen(() =>
    editor.puppets.field.settle({ type: 'xstate.error.actor.saveChange', error }),
  )
  const pendingEdits = editor.editModeRef.getSnapshot().children.pendingEdits!.getSnapshot()
  const fieldRef = selectFields(iri)(pendingEdits)['title']!
  return { ...editor, fieldRef, refusalRef: selectSaveRefusalRef(fieldRef.getSnapshot())! }
}

/** Waits for the code that compares the two values of a conflict. */
const openCompared = async (error: Failure) => {
  const editor = await openRefused(error)
  await screen.findByRole('button', { name: 'Merge by hand' })
  return editor
}

describe.each([
  ['offline', new Failure('offline')],
  ['signed out', failureFromStatus(401)],
  ['a conflict', conflict],
  ['gone', new Failure('notFound')],
] as const)('%s', (_, failure) => {
  const paths = pathsOf(saveRefusalMachine, {
    input: {
      iri,
      property: 'title',
      stored: 'Curtain',
      remote: failure === conflict ? 'Theirs' : null,
      failure,
      deleted: null,
    },
    events: [
      // Without a session, signing in takes the place of trying again.
      ...(failure.status === 401
        ? [{ type: 'session.renewed' } as const]
        : [{ type: 'retry.requested' } as const]),
      { type: 'flush.requested' },
      { type: 'connection.opened' },
      { type: 'network.restored' },
      { type: 'local.kept' },
      { type: 'remote.accepted', value: 'Mine' },
      { type: 'xstate.done.actor.saveChange', output: { resource: null } },
      { type: 'xstate.error.actor.saveChange', error: new Failure('unexpected') },
      { type: 'resource.updated', resource: titled('Theirs, later') },
      { type: 'edits.discarded' },
      { type: 'restore.requested' },
      { type: 'copy.requested', value: 'Mine', isHtml: false },
    ],
  })

  for (const path of coveringPaths(paths))
    test(path.name, async () => {
      const editor = await (failure === conflict ? openCompared : openRefused)(failure)
      await walkEditor(editor, editor.refusalRef, path, gestures)
      const next = path.next as never
      const { next: step, stored, remote } = editor.refusalRef.getSnapshot().context
      const { context } = path.next
      expect({ step, stored, remote }).toEqual({
        step: context.next,
        stored: context.stored,
        remote: context.remote,
      })
      if (path.next.status !== 'active') return
      const shown = (name: string) => screen.queryByRole('button', { name }) !== null
      expect(shown('Keep mine')).toBe(isConflicting(next))
      expect(shown('Use theirs')).toBe(isConflicting(next))
      expect(shown(failure.status === 401 ? 'Sign in again' : 'Try again')).toBe(canRetry(next))
      expect(shown('Put back')).toBe(isOrphaned(next))
      if (isOrphaned(next))
        expect(screen.getByText(/^This was deleted while you were editing it/)).toBeTruthy()
      else expect(screen.getByRole('alert').textContent).toBe(selectFailure(next)?.message)
    })
})

test('the text of an orphaned edit can be copied', async () => {
  const { press } = await openRefused(new Failure('notFound'))
  await press('Copy my text')
  expect(await screen.findByText('Copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('Mine')
})

test('a text that the browser does not copy is to be copied with the keyboard', async () => {
  const { press } = await openRefused(new Failure('notFound'))
  const writing = vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('denied'))
  await press('Copy my text')
  expect(await screen.findByText('Your text could not be copied')).toBeTruthy()
  writing.mockRestore()
})

test('a conflict shows word for word the newer value of somebody else once the page has it', async () => {
  const editor = await openCompared(conflict)
  const versions = () =>
    [...screen.getByRole('region', { name: 'Not saved: Title' }).querySelectorAll('p > *')].map(
      ({ localName, textContent }) => `${localName} ${textContent}`,
    )
  const legend = ['del Theirs', 'ins Mine']
  expect(versions()).toEqual(['del Theirs: Theirs', 'ins Mine: Mine', ...legend])
  await editor.happen(() =>
    editor.puppets.watchResource.send({
      type: 'resource.updated',
      resource: titled('Theirs, later'),
    }),
  )
  expect(versions()).toEqual(['del Theirs: Theirs, later', 'ins Mine: Mine', ...legend])
  expect(title().textContent).toBe('Mine')
  await editor.press('Use theirs')
  await settleAcceptance(editor)
  expect(editor.fieldRef.getSnapshot().context.value).toBe('Theirs, later')
})

test('both are merged by hand in the text on the page, which is saved on the newest version', async () => {
  const editor = await openCompared(conflict)
  await editor.press('Merge by hand')
  expect(title().textContent).toBe('Theirs Mine')
  expect(document.activeElement).toBe(title())
  expect(screen.queryByRole('region', { name: 'Not saved: Title' })).toBeNull()
  expect(editor.puppets.field.calls.at(-1)?.input).toMatchObject({
    property: 'title',
    value: 'Theirs Mine',
  })
  expect(editor.fieldRef.getSnapshot().context.stored).toBe('Theirs')
})

describe('undone before it was saved', () => {
  const openUndone = async () => {
    const editor = await openRefused(new Failure('offline'))
    await undoUnsaved(editor)
    const refusalRef = selectSaveRefusalRef(editor.fieldRef.getSnapshot())!
    expect(refusalRef.getSnapshot().value).toBe('undoing')
    return editor
  }

  test('the stored value is shown, and redo can save the edit', async () => {
    const editor = await openUndone()
    await settleAcceptance(editor)
    expect(editor.fieldRef.getSnapshot().value).toBe('clean')
    expect(title().textContent).toBe('Curtain')
  })

  test('the edit stays where that could not be recorded', async () => {
    const { happen, puppets, fieldRef } = await openUndone()
    const error = new Failure('unexpected')
    await happen(() => puppets.acceptance.settle({ type: 'xstate.error.actor.saveChange', error }))
    expect(selectSaveRefusalRef(fieldRef.getSnapshot())!.getSnapshot().value).toBe('failed')
    expect(title().textContent).toBe('Mine')
  })
})

coverage.expectAll()
