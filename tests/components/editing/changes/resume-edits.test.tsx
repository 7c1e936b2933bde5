/** Kills a tab after each step of the paths of a field, and opens another one with what it remembers. */
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Component } from '#content/model/resource.ts'
import { type FieldRef, selectPendingValue } from '#machines/editing/changes/field.ts'
import { selectFieldRefs } from '#machines/editing/changes/pending-edits.ts'
import { loadTools } from '#src/editor/load-tools.ts'
import {
  type OpenEditor,
  hub,
  openEditor,
  samplePage,
  sampleTitle,
  selectLink,
  title,
  typeInto,
} from '../../../support/editor.tsx'
import { fieldGestures, fieldPaths, typing } from '../../../support/field-paths.ts'
import { coveringPaths } from '#charts/paths/paths.ts'

// The code that compares the two values of a conflict takes long to load on a busy machine.
beforeAll(loadTools)
afterEach(cleanup)

const fieldOf = ({ editModeRef }: OpenEditor) => {
  const pendingEdits = editModeRef.getSnapshot().children.pendingEdits!.getSnapshot()
  return Object.values(selectFieldRefs(pendingEdits))[0]!
}

interface Kill {
  iri: string
  storage: Record<string, string>
  /** The value that the user sees in the field and has not saved; undefined where everything is saved. */
  unsaved: unknown
  /** The values that may be stored by then: a save may have been made without the answer being there. */
  stored: string[]
}

const killedAt = (fieldRef: FieldRef): Kill => {
  const snapshot = fieldRef.getSnapshot()
  const { iri, stored, inFlight, failure, remote } = snapshot.context
  const isConflict = snapshot.matches('refused') && failure?.kind === 'conflict'
  return {
    iri,
    storage: { ...sessionStorage },
    unsaved: selectPendingValue(snapshot),
    stored: [
      ...new Set([String(isConflict ? remote : stored), String(isConflict ? remote : inFlight)]),
    ],
  }
}

/** Walks along a path, and returns what a tab that is killed after each of its steps leaves behind. */
const killsOf = async ({ events }: (typeof fieldPaths)[number]) => {
  const editor = await openEditor({ hub })
  typeInto(title(), typing.value as string)
  const fieldRef = fieldOf(editor)
  const kills = [killedAt(fieldRef)]
  for (const event of events) {
    await fieldGestures[event.type]!(editor, event as never)
    kills.push(killedAt(fieldRef))
  }
  cleanup()
  return kills
}

/** Returns the page with a title that is stored, in a draft if the edit was one of a draft. */
const pageWith = (stored: string, iri: string) => {
  if (iri === sampleTitle['@id']) return samplePage({ ...sampleTitle, title: stored } as Component)
  const payload = samplePage({ ...sampleTitle, draftResource: iri } as Component)
  const draft = {
    ...sampleTitle,
    '@id': iri,
    title: stored,
    publishedResource: sampleTitle['@id'],
    _metadata: { persisted: true, publishable: { published: false } },
  }
  return { ...payload, entries: [...payload.entries, { resource: draft as Component }] }
}

const refusal = () => screen.queryByRole('region', { name: /^Not saved: (Title|Change)$/ })

/** The tabs that were opened again: many paths lead through the same states. */
const checked = new Set<string>()

const expectResumed = async (kill: Kill, stored: string) => {
  const key = JSON.stringify([kill, stored])
  if (checked.has(key)) return
  checked.add(key)
  const { storage, iri } = kill
  const editor = await openEditor({ storage, payload: pageWith(stored, iri) })
  if (kill.unsaved === undefined || kill.unsaved === stored) {
    expect(refusal()).toBeNull()
    expect(title().textContent).toBe(stored)
  } else {
    const { textContent } = await within(refusal()!).findByRole('button', {
      name: /^(Keep mine|Save)$/,
    })
    expect(refusal()!.textContent).toContain(kill.unsaved)
    expect(editor.puppets.field.calls).toEqual([])
    const isConflict = textContent === 'Keep mine'
    await editor.press(isConflict ? 'Keep mine' : 'Save')
    const base = isConflict ? { stored } : {}
    expect(editor.puppets.field.calls[0]!.input).toMatchObject({ value: kill.unsaved, ...base })
  }
  cleanup()
}

for (const path of coveringPaths(fieldPaths))
  test(`killed at each step of ${path.name}`, async () => {
    for (const kill of await killsOf(path))
      for (const stored of [...kill.stored, 'Theirs']) await expectResumed(kill, stored)
  })

test('the paths lead to words that are unsaved, being saved and in conflict', () => {
  expect(checked.size).toBeGreaterThan(10)
})

test('the address of a link takes the place of its page after a reload, too', async () => {
  const before = await openEditor()
  await selectLink(before)
  await before.user.type(screen.getByLabelText('Address'), 'https://example.com/')
  const storage = { ...sessionStorage }
  cleanup()
  const { press, puppets } = await openEditor({ storage })
  await press('Save')
  expect(puppets.field.calls[0]!.input).toMatchObject({ property: 'rawPath', clears: 'route' })
})

test('Done forgets what was unsaved', async () => {
  const editor = await openEditor()
  typeInto(title(), 'Mine')
  expect(sessionStorage.getItem('edits')).toContain('Mine')
  await editor.wait(250)
  await editor.happen(() =>
    editor.puppets.field.settle({
      type: 'xstate.done.actor.saveChange',
      output: { resource: { ...sampleTitle, title: 'Mine' } },
    }),
  )
  expect(sessionStorage.getItem('edits')).toBeNull()
  typeInto(title(), 'Mine, later')
  expect(sessionStorage.getItem('edits')).toContain('Mine, later')
})
