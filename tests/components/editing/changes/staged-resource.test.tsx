import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '#content/model/failure.ts'
import {
  canConfirm,
  isWaiting,
  selectData,
  selectFailure,
  stagedResourceMachine,
} from '#machines/editing/changes/staged-resource.ts'
import { cover } from '../../../support/machines/coverage.ts'
import {
  isUnavailable,
  hub,
  openEditor,
  sampleTitle,
  settleRun,
  stageTitle,
  title,
  typeInto,
  walkEditor,
} from '../../../support/editor.tsx'
import { coveringPaths } from '#charts/paths/paths.ts'
import { stagedGestures, stagedPaths, stagedRefOf } from '../../../support/staged-paths.ts'

const coverage = cover(stagedResourceMachine)
afterEach(cleanup)

for (const path of coveringPaths(stagedPaths))
  test(path.name, async () => {
    const editor = await openEditor({ hub, inspect: coverage.inspect })
    await stageTitle(editor)
    const stagedRef = stagedRefOf(editor)
    await walkEditor(editor, stagedRef, path, stagedGestures)
    const { id } = stagedRef.getSnapshot().context
    expect(stagedRef.getSnapshot().context).toEqual({ ...(path.next.context as object), id })
    expect(id !== undefined).toBe((path.next.context as { id?: string }).id !== undefined)

    const next = path.next as never
    const isStaged = path.next.status === 'active'
    expect(screen.getAllByRole('textbox').map((textEl) => textEl.textContent)).toEqual(
      expect.arrayContaining(isStaged ? [String(selectData(next)['title'] ?? '')] : ['Curtain']),
    )
    const keep = screen.queryByRole('button', { name: 'Add draft' })
    expect(keep !== null).toBe(isStaged)
    expect(keep !== null && !isUnavailable(keep)).toBe(canConfirm(next))
    const message = isWaiting(next)
      ? 'You seem to be offline. This is added as soon as the site can be reached, unless you change it before.'
      : selectFailure(next)?.message
    expect(screen.queryByRole('alert')?.textContent).toBe(isStaged ? message : undefined)
  })

test('what is typed while it is being saved stays, and is saved as an edit of the added component', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await stageTitle(editor)
  typeInto(title(1), 'Over')
  await editor.press('Add draft')
  typeInto(title(1), 'Overture')
  expect(title(1).textContent).toBe('Overture')
  const resource = { ...sampleTitle, title: 'Over' }
  await settleRun(editor, { result: { resource } })
  expect(title().textContent).toBe('Overture')
  await editor.wait(250)
  const last = editor.puppets.changeRun.calls.at(-1)!.input.job
  expect(last).toMatchObject({
    intent: { kind: 'set', iri: resource['@id'], property: 'title', value: 'Overture' },
  })
})

test('what is typed while it is being saved stays when that fails', async () => {
  const editor = await openEditor({ controlsChangeRuns: true, inspect: coverage.inspect })
  await stageTitle(editor)
  typeInto(title(1), 'Over')
  await editor.press('Add draft')
  typeInto(title(1), 'Overture')
  await settleRun(editor, { failure: new Failure('offline') })
  expect(title(1).textContent).toBe('Overture')
  await editor.press('Add draft')
  expect(editor.puppets.changeRun.calls.at(-1)!.input.job).toMatchObject({
    intent: { kind: 'add', data: { title: 'Overture' } },
  })
})

coverage.expectAll()
