import { describe, expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import type { ClipboardDocument } from '#content/clipboard/clipboard-document.ts'
import { Failure } from '#content/model/failure.ts'
import { clipboardMachine } from '#machines/editing/clipboard.ts'
import type { EmittedBy } from '#machines/emitted-events.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

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
const deletionOfAll = { type: 'deleteAll.requested' as const, positions: [position] as const }
const deletion = { type: 'delete.requested' as const, iri: position }

const paths = pathsOf(clipboardMachine, {
  input: undefined,
  events: [
    { type: 'component.copied', document: complete, cut: null },
    { type: 'component.copied', document: complete, cut: deletion },
    { type: 'component.copied', document: complete, cut: deletionOfAll },
    { type: 'component.copied', document: incomplete, cut: null },
    { type: 'component.copied', document: incomplete, cut: deletion },
    { type: 'text.copied' },
    { type: 'xstate.done.actor.completeCopy', output: undefined },
    { type: 'xstate.error.actor.completeCopy', error: new Failure('offline') },
    { type: 'read.requested' },
    { type: 'xstate.done.actor.readClipboard', output: 'a document' },
    { type: 'xstate.done.actor.readClipboard', output: null },
    { type: 'xstate.error.actor.readClipboard', error: new Error('Not allowed.') },
  ],
  distinguishBy: ({ copied }) => copied?.cut?.type,
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → copy.idle paste.idle",
      "copy | component.copied → copy.idle {copied} (notifyCopied)",
      "copy | component.copied [isSingleCut] → copy.idle {copied} (emits delete.requested)",
      "copy | component.copied [isMultipleCut] → copy.idle {copied} (emits deleteAll.requested)",
      "copy | component.copied [isIncomplete] → copy.completing {copied}",
      "copy | text.copied → copy.idle {copied}",
      "copy.completing | completeCopy done → copy.idle {copied} (notifyCopied)",
      "copy.completing | completeCopy failed → copy.idle {copied} (notifyIncomplete)",
      "copy.completing | completeCopy done [isSingleCut] → copy.idle {copied} (emits delete.requested)",
      "paste | read.requested → paste.reading",
      "paste.reading | readClipboard done → paste.idle (emits document.read)",
      "paste.reading | readClipboard done [isEmpty] → paste.idle (notifyUnread)",
      "paste.reading | readClipboard failed → paste.idle (notifyUnread)",
      "paste.reading | readTimeout elapsed → paste.idle (notifyUnread)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(clipboardMachine, paths)).toEqual([])
  expect(untakenTransitions(clipboardMachine, paths)).toEqual([])
})

const run = () => {
  const completing = controlledPromise<void, { document: ClipboardDocument }>()
  const reading = controlledPromise<string | null, undefined>()
  const clock = new SimulatedClock()
  const said: string[] = []
  const emitted: EmittedBy<'clipboard'>[] = []
  const ref = createActor(
    clipboardMachine.provide({
      actors: { completeCopy: completing.logic, readClipboard: reading.logic },
      actions: {
        notifyCopied: () => void said.push('copied'),
        notifyIncomplete: (_, { isCut }) => void said.push(isCut ? 'not cut' : 'incomplete'),
        notifyUnread: (_, { reason }) => void said.push(reason),
      },
    }),
    { clock },
  )
  ref.on('*', (event) => emitted.push(event))
  ref.start()
  return {
    ref,
    clock,
    completing,
    reading,
    said,
    emitted,
    busy: () => ref.getSnapshot().matches({ copy: 'completing' }),
  }
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
  ref.send({ type: 'component.copied', document: incomplete, cut: deletion })
  expect(emitted).toEqual([])
  completing.settle({ type: 'xstate.done.actor.completeCopy' })
  await settled()
  expect(emitted).toEqual([{ type: 'delete.requested', iri: position }])
  expect(said).toEqual([])
})

test('deletes nothing whose files cannot be kept', async () => {
  const { ref, completing, said, emitted } = run()
  ref.send({ type: 'component.copied', document: incomplete, cut: deletion })
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

describe('by a menu', () => {
  test('what is on the clipboard is pasted once it is read', async () => {
    const { ref, reading, said, emitted } = run()
    ref.send({ type: 'read.requested' })
    expect(emitted).toEqual([])
    reading.settle({ type: 'xstate.done.actor.readClipboard', output: 'a document' })
    await settled()
    expect(emitted).toEqual([{ type: 'document.read', text: 'a document' }])
    expect(said).toEqual([])
  })

  test.each([
    ['empty', { type: 'xstate.done.actor.readClipboard', output: null }],
    ['refused', { type: 'xstate.error.actor.readClipboard', error: new Error('Not allowed.') }],
  ] as const)('nothing is pasted from a clipboard that is %s', async (reason, answer) => {
    const { ref, reading, said, emitted } = run()
    ref.send({ type: 'read.requested' })
    reading.settle(answer)
    await settled()
    expect(emitted).toEqual([])
    expect(said).toEqual([reason])
  })

  test('a permission prompt of the browser that nobody answers is given up, and its answer ignored', async () => {
    const { ref, clock, reading, said, emitted } = run()
    ref.send({ type: 'read.requested' })
    clock.increment(29_999)
    expect(said).toEqual([])
    clock.increment(1)
    expect(said).toEqual(['timedOut'])
    reading.settle({ type: 'xstate.done.actor.readClipboard', output: 'a document' })
    await settled()
    expect(emitted).toEqual([])
  })

  test('the clipboard is read anew by another press, and pasted once', async () => {
    const { ref, reading, emitted } = run()
    ref.send({ type: 'read.requested' })
    ref.send({ type: 'read.requested' })
    expect(reading.calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
    reading.settle({ type: 'xstate.done.actor.readClipboard', output: 'a document' })
    await settled()
    expect(emitted).toHaveLength(1)
  })

  test('what was cut is still completed, and deleted', async () => {
    const { ref, completing, emitted } = run()
    ref.send({ type: 'component.copied', document: incomplete, cut: deletion })
    ref.send({ type: 'read.requested' })
    completing.settle({ type: 'xstate.done.actor.completeCopy' })
    await settled()
    expect(emitted).toEqual([{ type: 'delete.requested', iri: position }])
  })
})
