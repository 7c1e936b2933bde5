/** The paths of the field of a typed text, and the gestures that lead along them. */
import { fireEvent } from '@testing-library/react'
import { Failure } from '#content/model/failure.ts'
import type { Component } from '#content/model/resource.ts'
import type { EditedField } from '#content/change/fields/field-edit.ts'
import { fieldMachine } from '#machines/editing/changes/field.ts'
import { type PendingEditsRef, selectFieldRefs } from '#machines/editing/changes/pending-edits.ts'
import type { NextStep } from '#machines/editing/changes/save-refusal.ts'
import { type EditorGestures, draftOfTitle, sampleTitle, title, typeInto } from './editor.tsx'
import { pathsOf } from '#charts/paths/paths.ts'

const iri = sampleTitle['@id']
const savedAs = (value: string) => ({ resource: { ...sampleTitle, title: value } })
export const conflictWith = (remote: string) =>
  new Failure('conflict', { resource: { ...sampleTitle, title: remote } as Component })

/** The first edit of the sample title. */
export const typing: EditedField = {
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
    output: { next, stored: typing.stored, remote, givenUp: null },
  }) as const

export const refused = (error: Failure) =>
  ({ type: 'xstate.error.actor.saveChange', error }) as const

type Events = Parameters<typeof pathsOf<typeof fieldMachine>>[1]['events']

/** The events after each failure: they decide how a refused edit can go on, so their paths are walked separately. */
const eventSets: Events[] = [
  [refused(new Failure('invalid')), refusalDone('save'), refusalDone('revert')],
  [
    refused(new Failure('notFound')),
    { type: 'deletion.detected', iri, live: null, known: [{ ...sampleTitle, title: 'Mine' }] },
    refusalDone('restore'),
    refusalDone('revert'),
  ],
  [
    refused(conflictWith('Theirs')),
    refused(conflictWith('Mine')),
    refused(conflictWith('Curtain')),
    refusalDone('check', 'Later'),
    refusalDone('check', 'Mine'),
    refusalDone('check', 'Curtain'),
  ],
]

/** The paths of a field, without those that differ only in the failure. */
export const fieldPaths = eventSets.flatMap((events) =>
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
    distinguishBy: ({ value, inFlight, deleted, isSaved }) => [
      value === inFlight,
      deleted === null,
      isSaved,
    ],
  }),
)

/** The gesture behind each event of the field of the sample title. */
export const fieldGestures: EditorGestures = {
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
    return press(
      { save: 'Try again', revert: 'Discard my change', undo: 'Undo', restore: 'Put back' }[next],
    )
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
  'xstate.after.groupPause.field.clean': ({ wait }) => wait(250),
}
