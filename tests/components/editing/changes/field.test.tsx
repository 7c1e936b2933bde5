import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Component } from '#content/model/resource.ts'
import type { EditedField } from '#content/change/fields/field-edit.ts'
import {
  fieldMachine,
  selectPendingValue,
  selectSaveRefusalRef,
} from '#machines/editing/changes/field.ts'
import type { NextStep } from '#machines/editing/changes/save-refusal.ts'
import { selectPendingEditsRef } from '#machines/editing/edit-mode.ts'
import {
  type PendingEditsRef,
  selectFieldRefs,
  selectFields,
} from '#machines/editing/changes/pending-edits.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  type EditorGestures,
  type OpenEditor,
  hub,
  changeTitle,
  draftOfTitle,
  openEditor,
  sampleTitle,
  saveAsDraft,
  signInAgain,
  title,
  typeInto,
  walkEditor,
} from '../../../support/editor.tsx'
import { coveringPaths, pathsOf } from '../../../support/machines/paths.ts'

const coverage = cover(fieldMachine)
afterEach(cleanup)

const iri = sampleTitle['@id']
const savedAs = (value: string) => ({ resource: { ...sampleTitle, title: value } })
const conflictWith = (remote: string) =>
  new Failure('conflict', { resource: { ...sampleTitle, title: remote } as Component })

const typing: EditedField = {
  iri,
  property: 'title',
  value: 'Mine',
  stored: 'Curtain',
  id: '0',
  isChoice: false,
}

const refusalDone = (next: NextStep, remote: string | null = null) =>
  ({
    type: 'xstate.done.actor.saveRefusal',
    output: { next, stored: typing.stored, remote },
  }) as const

const refused = (error: Failure) => ({ type: 'xstate.error.actor.saveChange', error }) as const

type Events = Parameters<typeof pathsOf<typeof fieldMachine>>[1]['events']

/** The events after each failure: they decide how a refused edit can go on, so their paths are walked separately. */
const eventSets: Events[] = [
  [refused(new Failure('invalid')), refusalDone('save'), refusalDone('revert')],
  [refused(new Failure('notFound')), refusalDone('restore')],
  [
    refused(conflictWith('Theirs')),
    refused(conflictWith('Mine')),
    refused(conflictWith('Curtain')),
    refusalDone('check', 'Later'),
    refusalDone('check', 'Mine'),
    refusalDone('check', 'Curtain'),
  ],
]

const paths = eventSets.flatMap((events) =>
  pathsOf(fieldMachine, {
    input: typing,
    events: [
      { type: 'field.changed', value: 'Mine, later', stored: 'Curtain' },
      { type: 'field.changed', value: 'Mine', stored: 'Curtain' },
      { type: 'field.changed', value: 'Curtain', stored: 'Curtain' },
      { type: 'flush.requested' },
      { type: 'deletion.detected', iri, live: null, known: [sampleTitle] },
      { type: 'iri.replaced', from: iri, to: draftOfTitle },
      { type: 'xstate.done.actor.saveChange', output: savedAs('Mine') },
      ...events,
    ],
    distinguishBy: ({ value, inFlight }) => value === inFlight,
  }),
)

const gestures: EditorGestures = {
  'field.changed': (_, event: { value: string }) => typeInto(title(), event.value),
  'flush.requested': () => fireEvent.blur(title()),
  'xstate.done.actor.saveRefusal': (
    { press, happen, puppets },
    { output: { next, remote } }: ReturnType<typeof refusalDone>,
  ) => {
    if (next === 'check')
      return happen(() =>
        puppets.watchResource.send({
          type: 'resource.updated',
          resource: { ...sampleTitle, title: remote },
        }),
      )
    return press({ save: 'Try again', revert: 'Discard my change', restore: 'Put back' }[next])
  },
  // The page is shown without the component.
  'deletion.detected': ({ happen, puppets }, event) =>
    happen(() => puppets.watchDeletions.send(event)),
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
      const section = screen.queryByRole('region', { name: 'Not saved: Title' })
      expect(section !== null).toBe(next.matches('refused'))
      expect(selectSaveRefusalRef(fieldRef.getSnapshot()) !== undefined).toBe(
        next.matches('refused'),
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
  const choosing: EditedField = {
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

  test('is offered no copying when its resource is deleted, as a typed text is', async () => {
    const editor = await openEditor({ inspect: coverage.inspect })
    const refuse = () =>
      editor.happen(() => editor.puppets.field.settle(refused(new Failure('notFound'))))
    const copies = () => screen.queryAllByRole('button', { name: 'Copy my text' }).length
    await editor.user.click(title())
    await editor.user.selectOptions(screen.getByLabelText('Look'), 'Quiet')
    await refuse()
    expect(screen.getByText(/Your change is not saved/)).toBeTruthy()
    expect(copies()).toBe(0)
    await editor.press('Discard my change')
    await changeTitle(editor, 'Mine')
    await refuse()
    expect(copies()).toBe(1)
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
