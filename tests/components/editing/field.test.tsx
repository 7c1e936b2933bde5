import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Component } from '#content/model/resource.ts'
import {
  type FieldInput,
  canRetry,
  fieldMachine,
  isConflicting,
  isOrphaned,
  selectFailure,
  selectPendingValue,
} from '#machines/editing/field.ts'
import { selectPendingEditsRef } from '#machines/editing/edit-mode.ts'
import {
  type PendingEditsRef,
  selectFieldRefs,
  selectFields,
} from '#machines/editing/pending-edits.ts'
import { restoreNetwork } from '../../support/app.tsx'
import { cover } from '../../support/machines/coverage.ts'
import {
  type EditorGestures,
  type OpenEditor,
  hub,
  changeTitle,
  draftOfTitle,
  openEditor,
  reachServer,
  sampleTitle,
  saveAsDraft,
  signInAgain,
  title,
  typeInto,
  walkEditor,
} from '../../support/editor.tsx'
import { coveringPaths, pathsOf } from '../../support/machines/paths.ts'

const coverage = cover(fieldMachine)
afterEach(cleanup)

const iri = sampleTitle['@id']
const savedAs = (value: string) => ({ resource: { ...sampleTitle, title: value } })
const conflictWith = (theirs: string) =>
  new Failure('conflict', { resource: { ...sampleTitle, title: theirs } as Component })

const typing: FieldInput = {
  iri,
  property: 'title',
  value: 'Mine',
  stored: 'Curtain',
  id: '0',
  isChoice: false,
}

const paths = pathsOf(fieldMachine, {
  input: typing,
  events: [
    { type: 'field.changed', value: 'Mine, later', stored: 'Curtain' },
    { type: 'field.changed', value: 'Mine', stored: 'Curtain' },
    { type: 'field.changed', value: 'Curtain', stored: 'Curtain' },
    { type: 'flush.requested' },
    { type: 'connection.opened' },
    { type: 'network.restored' },
    { type: 'retry.requested' },
    { type: 'local.kept' },
    { type: 'remote.accepted' },
    { type: 'edits.discarded' },
    { type: 'restore.requested' },
    { type: 'resource.lost', iri, live: null, known: [sampleTitle] },
    { type: 'iri.replaced', from: iri, to: draftOfTitle },
    { type: 'xstate.done.actor.saveChange', output: savedAs('Mine') },
    { type: 'xstate.error.actor.saveChange', error: new Failure('offline') },
    { type: 'xstate.error.actor.saveChange', error: new Failure('notFound') },
    { type: 'xstate.error.actor.saveChange', error: conflictWith('Theirs') },
    { type: 'xstate.error.actor.saveChange', error: conflictWith('Mine') },
    { type: 'xstate.error.actor.saveChange', error: conflictWith('Curtain') },
  ],
  distinguishBy: ({ value, inFlight }) => value === inFlight,
})

const gestures: EditorGestures = {
  'field.changed': (_, event: { value: string }) => typeInto(title(), event.value),
  'connection.opened': reachServer,
  'network.restored': restoreNetwork,
  'flush.requested': () => fireEvent.blur(title()),
  'retry.requested': ({ press }) => press('Try again'),
  'local.kept': ({ press }) => press('Keep mine'),
  'remote.accepted': ({ press }) => press('Take theirs'),
  'edits.discarded': ({ press }) =>
    press(
      screen.queryByRole('button', { name: 'Put back' }) ? 'Discard my words' : 'Discard my change',
    ),
  'restore.requested': ({ press }) => press('Put back'),
  // The page is shown without the component.
  'resource.lost': ({ happen, puppets }, event) => happen(() => puppets.watchLosses.send(event)),
  // Another editor's save has created the draft.
  'iri.replaced': ({ happen, cache, appRef }, event: { from: string; to: string }) =>
    happen(() => {
      const draft = {
        ...sampleTitle,
        '@id': event.to,
        publishedResource: event.from,
        _metadata: { persisted: true, publishable: { published: false } },
      }
      cache.save([{ resource: { ...sampleTitle, draftResource: event.to } }, { resource: draft }])
      const pendingEditsRef: PendingEditsRef = appRef.system.get('pendingEdits')
      const fieldRefs = Object.values(selectFieldRefs(pendingEditsRef.getSnapshot()))
      for (const ref of [...fieldRefs, pendingEditsRef])
        ref.send({ type: 'iri.replaced', ...event })
    }),
  'xstate.done.actor.saveChange': ({ happen, puppets }, event) =>
    happen(() => puppets.field.settle(event)),
  'xstate.error.actor.saveChange': ({ happen, puppets }, event) =>
    happen(() => puppets.field.settle(event)),
  'xstate.after.debounce.field.dirty': ({ wait }) => wait(250),
}

const fieldOf = ({ editModeRef }: OpenEditor, property: string) => {
  const unsaved = selectPendingEditsRef(editModeRef.getSnapshot())!.getSnapshot()
  return [iri, draftOfTitle].map((name) => selectFields(name)(unsaved)[property]).find(Boolean)!
}

describe('a typed value', () => {
  for (const path of coveringPaths(paths))
    test(path.name, async () => {
      const editor = await openEditor({ hub, inspect: coverage.inspect })
      typeInto(title(), typing.value as string)
      const fieldRef = fieldOf(editor, 'title')
      await walkEditor(editor, fieldRef, path, gestures)

      const { next } = path
      expect(fieldRef.getSnapshot().context).toEqual(next.context)
      expect(title().textContent).toBe(selectPendingValue(next as never) ?? 'Curtain')
      const shown = (name: string) => screen.queryByRole('button', { name }) !== null
      expect(shown('Keep mine')).toBe(isConflicting(next as never))
      expect(shown('Take theirs')).toBe(isConflicting(next as never))
      expect(shown('Try again')).toBe(canRetry(next as never))
      expect(shown('Put back')).toBe(isOrphaned(next as never))
      if (isOrphaned(next as never))
        expect(
          screen.getByText(/^This (draft )?was deleted while you were editing it/),
        ).toBeTruthy()
      else
        expect(screen.queryByRole('alert')?.textContent).toBe(
          isConflicting(next as never) || canRetry(next as never)
            ? selectFailure(next as never)?.message
            : undefined,
        )
    })
})

test('plain text that looks like HTML is shown as it was typed, and as somebody else has typed it', async () => {
  const { wait, happen, puppets } = await openEditor({ hub, inspect: coverage.inspect })
  typeInto(title(), 'Use <b> and 2 < 3')
  await wait(250)
  const error = conflictWith('Use <i>')
  await happen(() => puppets.field.settle({ type: 'xstate.error.actor.saveChange', error }))
  const section = screen.getByRole('region', { name: 'Not saved: Title' })
  const versions = [...section.querySelectorAll('dd')].map(({ textContent }) => textContent)
  expect(versions).toEqual(['Use <b> and 2 < 3', 'Use <i>'])
})

describe('a chosen value', () => {
  const choosing: FieldInput = {
    ...typing,
    property: 'uiComponent',
    value: 'AltTitle',
    stored: null,
    isChoice: true,
  }
  const [path] = pathsOf(fieldMachine, { input: choosing, events: [] })

  test('is saved at once', async () => {
    const editor = await openEditor({ inspect: coverage.inspect })
    await editor.user.click(title())
    await editor.user.selectOptions(screen.getByLabelText('Look'), 'Quiet')
    const fieldRef = fieldOf(editor, 'uiComponent')
    await walkEditor(editor, fieldRef, path!, gestures)
    expect(fieldRef.getSnapshot().context).toEqual(path!.next.context)
    expect(screen.getByLabelText<HTMLSelectElement>('Look').value).toBe('AltTitle')
  })
})

test('a field belongs to the draft that its first save has created', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await changeTitle(editor, 'Mine')
  const fieldRef = fieldOf(editor, 'title')
  await saveAsDraft(editor, 'Mine')
  expect(fieldRef.getSnapshot().context.iri).toBe(draftOfTitle)
  expect(title().textContent).toBe('Mine')
})

test('what was refused without a session is saved once it is renewed', async () => {
  const editor = await openEditor({ inspect: coverage.inspect })
  await changeTitle(editor, 'Mine')
  await editor.happen(() =>
    editor.puppets.field.settle({
      type: 'xstate.error.actor.saveChange',
      error: failureFromStatus(401),
    }),
  )
  expect(editor.puppets.field.calls).toHaveLength(1)
  await signInAgain(editor)
  expect(editor.puppets.field.calls).toHaveLength(2)
})

coverage.expectAll()
