import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SimulatedClock, createActor, fromCallback } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { MediaFileSave, MediaFileVersion } from '#content/pictures/media-file-draft.ts'
import { isUnsaved, mediaFileMachine, selectFile } from '#machines/admin/media-file.ts'
import { mediaFile } from '../../support/content/media-file.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const file = mediaFile('goat.png')
const version: MediaFileVersion = { file, etag: '"1"' }
const input = { iri: file['@id'] }

const paths = pathsOf(mediaFileMachine, {
  input,
  events: [
    { type: 'texts.changed', changes: { name: 'Goat' } },
    { type: 'texts.changed', changes: { name: 'goat.png' } },
    { type: 'texts.left' },
    { type: 'screen.left' },
    { type: 'retry.requested' },
    { type: 'draft.discarded' },
    { type: 'deletion.requested' },
    { type: 'deletion.confirmed' },
    { type: 'deletion.canceled' },
    { type: 'xstate.done.actor.readMediaFile', output: version },
    { type: 'xstate.error.actor.readMediaFile', error: new Failure('offline') },
    { type: 'xstate.done.actor.saveMediaFile', output: version },
    { type: 'xstate.error.actor.saveMediaFile', error: new Failure('offline') },
    { type: 'xstate.error.actor.saveMediaFile', error: new Failure('conflict') },
    { type: 'xstate.done.actor.deleteMediaFile' },
    { type: 'xstate.error.actor.deleteMediaFile', error: new Failure('offline') },
    { type: 'xstate.error.actor.deleteMediaFile', error: new Failure('invalid') },
  ],
  distinguishBy: ({ version: read, draft, sent, failure }) => [
    read !== null,
    draft.name,
    sent.name,
    failure !== null,
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "reading | readMediaFile done → ready {version}",
      "reading | readMediaFile failed → failed {failure}",
      "failed | retry.requested → reading {failure}",
      "ready | texts.changed → unsaved.waiting {draft}",
      "ready | deletion.requested → readingUses",
      "unsaved | texts.changed → unsaved.waiting {draft}",
      "unsaved.waiting | texts.left [hasChanges] → unsaved.saving {sent}",
      "unsaved.waiting | debounce elapsed [hasChanges] → unsaved.saving {sent}",
      "unsaved.waiting | texts.left → ready {draft}",
      "unsaved.waiting | debounce elapsed → ready {draft}",
      "unsaved.saving | texts.changed {draft}",
      "unsaved.saving | saveMediaFile done → ready {draft, failure}",
      "unsaved.saving | saveMediaFile failed → unsaved.refused {failure}",
      "unsaved.saving | saveMediaFile failed [isOutdated] → unsaved.comparing",
      "unsaved.comparing | texts.changed {draft}",
      "unsaved.comparing | screen.left (notifyNotSaved)",
      "unsaved.comparing | readMediaFile done → unsaved.conflicting {failure}",
      "unsaved.comparing | readMediaFile failed → unsaved.refused {failure}",
      "unsaved.conflicting | texts.changed {draft}",
      "unsaved.conflicting | screen.left (notifyNotSaved)",
      "unsaved.conflicting | retry.requested [hasChanges] → unsaved.saving",
      "unsaved.conflicting | draft.discarded → ready {draft}",
      "unsaved.conflicting | retry.requested → ready {draft}",
      "unsaved.refused | screen.left [hasChanges] → unsaved.saving",
      "unsaved.refused | retry.requested [hasChanges] → unsaved.saving {failure}",
      "unsaved.refused | screen.left → ready {draft}",
      "unsaved.refused | retry.requested → ready {draft, failure}",
      "readingUses | texts.changed {draft}",
      "readingUses | readMediaFile done → confirming {failure}",
      "readingUses | readMediaFile failed → ready {draft, failure}",
      "readingUses | readMediaFile failed [hasChanges] → unsaved.saving {failure, sent}",
      "confirming | deletion.confirmed → deleting",
      "confirming | deletion.canceled → ready {draft}",
      "confirming | deletion.canceled [hasChanges] → unsaved.saving {sent}",
      "deleting | deleteMediaFile done → deleted (openLibrary)",
      "deleting | deleteMediaFile failed → ready {draft, failure}",
      "deleting | deleteMediaFile failed [isRefused] → readingUses",
      "deleting | deleteMediaFile failed [hasChanges] → unsaved.saving {failure, sent}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(mediaFileMachine, paths)).toEqual([])
  expect(untakenTransitions(mediaFileMachine, paths)).toEqual([])
})

const open = async () => {
  const reading = controlledPromise<MediaFileVersion, { iri: Iri }>()
  const saving = controlledPromise<MediaFileVersion, MediaFileSave>()
  const clock = new SimulatedClock()
  const logic = mediaFileMachine.provide({
    actors: {
      readMediaFile: reading.logic,
      saveMediaFile: saving.logic,
      warnBeforeLeaving: fromCallback(() => {}),
    },
  })
  const ref = createActor(logic, { input, clock }).start()
  const read = async (output: MediaFileVersion) => {
    reading.settle({ type: 'xstate.done.actor.readMediaFile', output })
    await Promise.resolve()
  }
  await read(version)
  await expect.poll(() => ref.getSnapshot().value).toBe('ready')
  return { ref, reading, saving, clock, read }
}

test('sends only what was changed, in the version that it was changed in', async () => {
  const { ref, saving, clock } = await open()
  ref.send({ type: 'texts.changed', changes: { tags: 'Red, goat,' } })
  ref.send({ type: 'texts.changed', changes: { alternativeTexts: { de: 'Ziege' } } })
  expect(saving.calls).toEqual([])
  clock.increment(800)
  const changes = { tags: ['goat', 'red'], alternativeTexts: { de: 'Ziege' } }
  expect(saving.calls.map((call) => call.input)).toEqual([{ ...input, changes, etag: '"1"' }])
})

test('keeps what is typed while it is saved, and saves that next', async () => {
  const { ref, saving } = await open()
  ref.send({ type: 'texts.changed', changes: { name: 'Goat' } })
  ref.send({ type: 'texts.left' })
  ref.send({ type: 'texts.changed', changes: { name: 'Goats' } })
  const saved = { file: { ...file, name: 'Goat' }, etag: '"2"' }
  saving.settle({ type: 'xstate.done.actor.saveMediaFile', output: saved })
  await expect.poll(() => saving.calls.length).toBe(2)
  expect(saving.calls[1]!.input).toEqual({ ...input, changes: { name: 'Goats' }, etag: '"2"' })
})

test('overwrites nothing that somebody else has saved before the user has decided', async () => {
  const { ref, saving, read, clock } = await open()
  ref.send({ type: 'texts.changed', changes: { name: 'Mine' } })
  ref.send({ type: 'texts.left' })
  saving.settle({ type: 'xstate.error.actor.saveMediaFile', error: new Failure('conflict') })
  await expect.poll(() => ref.getSnapshot().matches({ unsaved: 'comparing' })).toBe(true)
  await read({ file: { ...file, name: 'Theirs', tags: ['theirs'] }, etag: '"2"' })
  await expect.poll(() => ref.getSnapshot().matches({ unsaved: 'conflicting' })).toBe(true)
  ref.send({ type: 'texts.changed', changes: { name: 'Mine!' } })
  ref.send({ type: 'texts.left' })
  clock.increment(800)
  expect(saving.calls).toHaveLength(1)
  expect(selectFile(ref.getSnapshot())?.tags).toEqual(['theirs'])
  ref.send({ type: 'retry.requested' })
  expect(saving.calls[1]!.input).toEqual({ ...input, changes: { name: 'Mine!' }, etag: '"2"' })
})

test('loses nothing that was typed, in whatever order it is typed and saved', async () => {
  const step = fc.oneof(
    fc.record({ language: fc.constantFrom('de', 'en'), text: fc.constantFrom('a', 'b', ' ', '') }),
    fc.constantFrom('leave' as const, 'saved' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { ref, saving } = await open()
      let stored: Record<string, string> = {}
      let settled = 0
      const save = async () => {
        if (saving.calls.length === settled) return
        const { changes } = saving.calls[settled]!.input
        settled += 1
        stored = Object.fromEntries(
          Object.entries({ ...stored, ...changes.alternativeTexts }).flatMap(([key, text]) =>
            text ? [[key, text]] : [],
          ),
        )
        const output = { file: { ...file, alternativeTexts: stored }, etag: '"n"' }
        saving.settle({ type: 'xstate.done.actor.saveMediaFile', output })
        await new Promise((resolve) => setImmediate(resolve))
      }
      const typed: Record<string, string> = {}
      for (const one of steps) {
        if (one === 'leave') ref.send({ type: 'texts.left' })
        else if (one === 'saved') await save()
        else {
          typed[one.language] = one.text
          const alternativeTexts = { [one.language]: one.text }
          ref.send({ type: 'texts.changed', changes: { alternativeTexts } })
        }
      }
      for (let at = 0; at < 3; at += 1) {
        ref.send({ type: 'texts.left' })
        await save()
      }
      const expected = Object.entries(typed).filter(([, text]) => text.trim())
      expect(stored).toEqual(Object.fromEntries(expected))
      expect(isUnsaved(ref.getSnapshot())).toBe(false)
    }),
    { numRuns: 60 },
  )
})
