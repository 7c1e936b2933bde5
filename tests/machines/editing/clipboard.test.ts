import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { ClipboardDocument } from '#content/clipboard/clipboard-document.ts'
import { Failure } from '#content/model/failure.ts'
import { clipboardMachine } from '#machines/editing/clipboard.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import {
  controlledPromise,
  pathsOf,
  untakenTransitions,
  unreachableStates,
} from '../../support/machines/paths.ts'
import { transitionTable } from '../../support/machines/transition-table.ts'

const documentWith = (files: ClipboardDocument['components'][number]['files']) =>
  ({
    format: 'troupe-components',
    version: 1,
    origin: 'https://example.org',
    components: [{ type: 'Image', fields: {}, files, groups: [] }],
  }) satisfies ClipboardDocument
const complete = documentWith({})
const incomplete = documentWith({ file: { source: '/component/images/1' } })
const position = '/_/component_positions/1'

const paths = pathsOf(clipboardMachine, {
  input: undefined,
  events: [
    { type: 'component.copied', document: complete, cut: null },
    { type: 'component.copied', document: complete, cut: position },
    { type: 'component.copied', document: incomplete, cut: null },
    { type: 'component.copied', document: incomplete, cut: position },
    { type: 'text.copied' },
    { type: 'xstate.done.actor.completeCopy', output: undefined },
    { type: 'xstate.error.actor.completeCopy', error: new Failure('offline') },
  ],
  distinguishBy: ({ copied }) => copied?.cut,
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "clipboard | component.copied → idle {copied} (notifyCopied)",
      "clipboard | component.copied [isCut] → idle {copied} (emits delete.requested)",
      "clipboard | component.copied [isIncomplete] → completing {copied}",
      "clipboard | text.copied → idle {copied}",
      "completing | completeCopy done → idle {copied} (notifyCopied)",
      "completing | completeCopy failed → idle {copied} (notifyIncomplete)",
      "completing | completeCopy done [isCut] → idle {copied} (emits delete.requested)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(clipboardMachine, paths)).toEqual([])
  expect(untakenTransitions(clipboardMachine, paths)).toEqual([])
})

const run = () => {
  const completing = controlledPromise<void, { document: ClipboardDocument }>()
  const said: string[] = []
  const emitted: EmittedBy<'clipboard'>[] = []
  const ref = createActor(
    clipboardMachine.provide({
      actors: { completeCopy: completing.logic },
      actions: {
        notifyCopied: () => void said.push('copied'),
        notifyIncomplete: (_, { isCut }) => void said.push(isCut ? 'not cut' : 'incomplete'),
      },
    }),
  )
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  return { ref, completing, said, emitted, busy: () => ref.getSnapshot().matches('completing') }
}

const settled = () => new Promise((resolve) => void setImmediate(resolve))

test('says that something is copied once its files are with it', async () => {
  const { ref, completing, said, busy } = run()
  ref.send({ type: 'component.copied', document: incomplete, cut: null })
  expect(busy()).toBe(true)
  expect(said).toEqual([])
  completing.settle({ type: 'xstate.done.actor.completeCopy' })
  await settled()
  expect(said).toEqual(['copied'])
  expect(busy()).toBe(false)
})

test('has what was cut deleted only once its files are on the clipboard', async () => {
  const { ref, completing, said, emitted } = run()
  ref.send({ type: 'component.copied', document: incomplete, cut: position })
  expect(emitted).toEqual([])
  completing.settle({ type: 'xstate.done.actor.completeCopy' })
  await settled()
  expect(emitted).toEqual([{ type: 'delete.requested', iri: position }])
  expect(said).toEqual([])
})

test('deletes nothing whose files cannot be kept', async () => {
  const { ref, completing, said, emitted } = run()
  ref.send({ type: 'component.copied', document: incomplete, cut: position })
  completing.settle({ type: 'xstate.error.actor.completeCopy', error: new Failure('offline') })
  await settled()
  expect(emitted).toEqual([])
  expect(said).toEqual(['not cut'])
})

test('gives up the files of what is not on the clipboard any more', () => {
  const { ref, completing, said, busy } = run()
  ref.send({ type: 'component.copied', document: incomplete, cut: null })
  ref.send({ type: 'component.copied', document: incomplete, cut: null })
  expect(completing.calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
  ref.send({ type: 'text.copied' })
  expect(completing.calls.map(({ signal }) => signal.aborted)).toEqual([true, true])
  expect(busy()).toBe(false)
  expect(said).toEqual([])
})
