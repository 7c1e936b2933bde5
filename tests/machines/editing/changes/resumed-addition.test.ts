import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { RememberedAddition } from '#content/change/remembered-addition.ts'
import { Failure } from '#content/model/failure.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import {
  type LocatedAddition,
  type ResumedAddition,
  resumedAdditionMachine,
  selectOffered,
} from '#machines/editing/changes/resumed-addition.ts'
import { htmlKind, insertionPoint } from '../../../support/content/new-component.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const addition: RememberedAddition = {
  type: htmlKind.type,
  insertionPoint,
  data: { html: 'Mine' },
  page: { path: '/', title: 'Home' },
}
const output: ResumedAddition = { kind: htmlKind, insertionPoint, resumed: addition }

const paths = pathsOf(resumedAdditionMachine, {
  input: undefined,
  events: [
    { type: 'addition.resumed', addition },
    { type: 'page.loaded' },
    { type: 'addition.discarded' },
    { type: 'save.requested', iri: null, id: null },
    { type: 'copy.requested', value: 'Mine', isHtml: true },
    { type: 'xstate.done.actor.locate', output },
    { type: 'xstate.done.actor.locate', output: { edits: [] } },
    { type: 'xstate.done.actor.locate', output: null },
    { type: 'xstate.error.actor.locate', error: new Failure('unexpected') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "resumedAddition | addition.resumed → locating {addition}",
      "locating | save.requested (emits addition.unsettled)",
      "locating | locate done [isLocated] → idle {addition} (emits add.resumed)",
      "locating | locate done [isSaved] → idle {addition} (forget, emits edits.resumed)",
      "locating | locate done → offered",
      "locating | locate failed → offered",
      "offered | page.loaded → locating",
      "offered | addition.discarded → idle {addition} (forget)",
      "offered | save.requested (emits addition.unsettled)",
      "offered | copy.requested (copyText)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(resumedAdditionMachine, paths)).toEqual([])
  expect(untakenTransitions(resumedAdditionMachine, paths)).toEqual([])
})

const run = () => {
  const locating = controlledPromise<LocatedAddition, { addition: RememberedAddition }>()
  const emitted: EmittedBy<'resumedAddition'>[] = []
  const forgotten: string[] = []
  const ref = createActor(
    resumedAdditionMachine.provide({
      actors: { locate: locating.logic },
      actions: { forget: () => void forgotten.push('addition'), copyText: () => {} },
    }),
  )
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  const locate = async (found: LocatedAddition) => {
    locating.settle({ type: 'xstate.done.actor.locate', output: found })
    await waitFor(ref, (at) => !at.matches('locating'))
  }
  return { ref, locate, emitted, forgotten, offered: () => selectOffered(ref.getSnapshot()) }
}

test('is given back where it was, and is offered nowhere else', async () => {
  const { ref, locate, emitted, offered } = run()
  ref.send({ type: 'addition.resumed', addition })
  await locate(output)
  expect(emitted).toEqual([{ type: 'add.resumed', ...output }])
  expect(offered()).toBeNull()
})

test('reports before each save that it is neither added nor discarded', async () => {
  const { ref, locate, emitted } = run()
  ref.send({ type: 'save.requested', iri: null, id: null })
  expect(emitted).toEqual([])
  ref.send({ type: 'addition.resumed', addition })
  await locate(null)
  ref.send({ type: 'save.requested', iri: null, id: null })
  expect(emitted).toEqual([{ type: 'addition.unsettled' }])
})

test('is forgotten once it is saved, with the edits that are not', async () => {
  const { ref, locate, emitted, forgotten, offered } = run()
  ref.send({ type: 'addition.resumed', addition })
  const edits = [{ iri: '/component/titles/1', property: 'title', value: 'B', stored: 'A' }]
  await locate({ edits })
  expect([emitted, forgotten, offered()]).toEqual([
    [{ type: 'edits.resumed', edits }],
    ['addition'],
    null,
  ])
})

test('is offered where it has no place, until its page is shown or it is discarded', async () => {
  const { ref, locate, emitted, forgotten, offered } = run()
  ref.send({ type: 'addition.resumed', addition })
  expect(offered()).toBeNull()
  await locate(null)
  expect(offered()).toEqual(addition)
  ref.send({ type: 'page.loaded' })
  await locate(null)
  expect([emitted, forgotten]).toEqual([[], []])
  ref.send({ type: 'addition.discarded' })
  expect([offered(), forgotten]).toEqual([null, ['addition']])
})
