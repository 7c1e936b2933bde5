/** Kills a tab in each state of what is being added, selected and undone, and opens another one with what it remembers. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { parseRemembered, rememberedText } from '#content/change/undo/remembered-history.ts'
import type { Component } from '#content/model/resource.ts'
import { selectData } from '#machines/editing/changes/staged-resource.ts'
import { selectMultipleSelectionRef } from '#machines/editing/edit-mode.ts'
import { selectComponents } from '#machines/editing/selection/multiple-selection.ts'
import { selectStack } from '#machines/editing/selection/selection.ts'
import { component, pagePayload } from '../../../support/content/page-payload.ts'
import {
  type OpenEditor,
  bodyText,
  changeTitle,
  hub,
  isUnavailable,
  openEditor,
  samplePage,
  selectMenuLink,
  selectTitleAndText,
  settleRun,
  stageTitle,
  title,
} from '../../../support/editor.tsx'
import { stateLabel } from '#charts/paths/labels.ts'
import { coveringPaths } from '#charts/paths/paths.ts'
import { done } from '../../../support/sample-change.ts'
import { stagedGestures, stagedPaths, stagedRefOf } from '../../../support/staged-paths.ts'

afterEach(cleanup)

describe('what is being added', () => {
  interface Kill {
    state: string
    storage: Record<string, string>
    /** The title that the user sees; null once it is added or discarded. */
    typed: string | null
    isSent: boolean
  }

  const killsOf = async ({ events }: (typeof stagedPaths)[number]): Promise<Kill[]> => {
    const editor = await openEditor({ hub })
    await stageTitle(editor)
    const stagedRef = stagedRefOf(editor)
    const killed = (): Kill => {
      const snapshot = stagedRef.getSnapshot()
      const isActive = snapshot.status === 'active'
      return {
        state: stateLabel(snapshot),
        storage: { ...sessionStorage },
        typed: isActive ? String(selectData(snapshot)['title'] ?? '') : null,
        isSent: isActive && snapshot.context.id !== undefined,
      }
    }
    const kills = [killed()]
    for (const event of events) {
      await stagedGestures[event.type]!(editor, event as never)
      kills.push(killed())
    }
    cleanup()
    return kills
  }

  /** Expects the component where it was, in a tab that is opened again where nothing was saved. Nothing is sent. */
  const expectResumed = async ({ storage, typed }: Kill) => {
    const { puppets } = await openEditor({ storage })
    const add = screen.queryByRole('button', { name: 'Add draft' })
    expect(add !== null && !isUnavailable(add)).toBe(typed !== null)
    if (typed !== null) expect(title(1).textContent).toBe(typed)
    expect(puppets.stagedResource.saveChange.calls).toEqual([])
    cleanup()
  }

  /** Expects nothing to be offered where it was saved, and only the answer was lost. */
  const expectSavedOnce = async ({ storage, typed }: Kill) => {
    const { id } = (JSON.parse(storage['addition']!) as { addition: { id: string } }).addition
    const saved = {
      ...component('Title', 'new', { title: typed }),
      '@id': `/component/titles/${id}`,
    }
    const stored = component('Title', 'one', { title: 'Curtain' })
    await openEditor({ storage, payload: pagePayload([stored, saved as Component]) })
    expect(screen.queryByRole('button', { name: 'Add draft' })).toBeNull()
    expect(screen.getAllByRole('textbox')).toHaveLength(2)
    expect(screen.queryByRole('region', { name: /^Not (saved|added)/ })).toBeNull()
    cleanup()
  }

  const states = new Set<string>()
  let kills = 0

  for (const path of coveringPaths(stagedPaths))
    test(`killed at each step of ${path.name}`, async () => {
      for (const kill of await killsOf(path)) {
        states.add(kill.state)
        kills += 1
        await expectResumed(kill)
        if (kill.isSent) await expectSavedOnce(kill)
      }
    })

  test('the paths lead through all of its states', () => {
    expect([...states].toSorted()).toEqual([
      'discarded',
      'discarding',
      'filling.idle',
      'filling.waiting',
      'saved',
      'saving',
    ])
    expect(kills).toBeGreaterThanOrEqual(34)
  })

  test('the choice of a kind is not resumed, and what is added at once is not sent again', async () => {
    const editor = await openEditor()
    await editor.user.click(title())
    await editor.press('Add after')
    const choosing = { ...sessionStorage }
    await editor.user.click(screen.getByRole('option', { name: 'Image' }))
    await editor.press('Add now')
    expect(editor.puppets.addResource.calls).toHaveLength(1)
    const adding = { ...sessionStorage }
    cleanup()
    for (const storage of [choosing, adding]) {
      const { puppets } = await openEditor({ storage })
      expect(screen.queryByRole('dialog', { name: 'Add component' })).toBeNull()
      expect(puppets.addResource.calls).toEqual([])
      cleanup()
    }
  })
})

describe('what is selected', () => {
  const selected = ({ editModeRef }: OpenEditor) => {
    const editing = editModeRef.getSnapshot()
    const components = selectComponents(selectMultipleSelectionRef(editing)!.getSnapshot())
    const stack = selectStack(editing.children.selection!.getSnapshot())
    return { components: components.map((one) => one.stack[0]), selected: stack[0] }
  }

  const steps: [string, (editor: OpenEditor) => unknown][] = [
    ['nothing', () => {}],
    ['a component', ({ user }) => user.click(title())],
    ['another component', ({ user }) => user.click(bodyText())],
    ['a component of the layout, which is asked about', selectMenuLink],
    [
      'the same, confirmed',
      ({ happen, puppets }) =>
        happen(() =>
          puppets.areaSwitch.settle({ type: 'xstate.done.actor.confirm', output: true }),
        ),
    ],
    ['nothing again', ({ press }) => press('Close')],
    ['two components', selectTitleAndText],
  ]

  test('a tab that is killed after each step selects it again', async () => {
    const editor = await openEditor()
    const kills: { name: string; storage: Record<string, string>; before: unknown }[] = []
    for (const [name, step] of steps) {
      await step(editor)
      kills.push({ name, storage: { ...sessionStorage }, before: selected(editor) })
    }
    cleanup()
    for (const { name, storage, before } of kills) {
      const restored = await openEditor({ storage, payload: samplePage() })
      expect({ name, ...selected(restored) }).toEqual({ name, ...(before as object) })
      cleanup()
    }
  })
})

describe('what can be undone and redone', () => {
  const account = '/users/1'
  const canDo = (name: 'Undo' | 'Redo') => !isUnavailable(screen.getByRole('button', { name }))
  /** A change that is being sent is not known to be done, so it can be neither undone nor redone. */
  const steps: [(editor: OpenEditor) => unknown, { Undo: boolean; Redo: boolean }][] = [
    [(editor) => changeTitle(editor, 'Mine'), { Undo: false, Redo: false }],
    [(editor) => settleRun(editor, done), { Undo: true, Redo: false }],
    [({ press }) => press('Undo'), { Undo: false, Redo: false }],
    [(editor) => settleRun(editor, done), { Undo: false, Redo: true }],
    [({ press }) => press('Redo'), { Undo: false, Redo: false }],
    [(editor) => settleRun(editor, done), { Undo: true, Redo: false }],
  ]

  test('a tab that is killed after each step offers what is known to be done', async () => {
    const editor = await openEditor({ controlsChangeRuns: true })
    const kills = []
    for (const [step, expected] of steps) {
      await step(editor)
      const remembered = editor.remembered.at(-1)
      kills.push({ text: remembered ? rememberedText(account, remembered) : null, expected })
    }
    cleanup()
    for (const { text, expected } of kills) {
      const { happen, puppets } = await openEditor({ controlsResumption: true })
      const output = parseRemembered(text ?? '', account)
      await happen(() =>
        puppets.readHistory.settle({ type: 'xstate.done.actor.readHistory', output }),
      )
      expect({ Undo: canDo('Undo'), Redo: canDo('Redo') }).toEqual(expected)
      cleanup()
    }
  })
})
