import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { maxFileSize } from '#content/model/image-file.ts'
import {
  type WaitingFile,
  isReading,
  pickedFileMachine,
  selectRefusal,
} from '#machines/editing/changes/picked-file.ts'
import { controlledPromise, resolvedEffect } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const fileOf = (type: string, size = 3) => new File([new Uint8Array(size)], 'goat', { type })

/** An event about a file, which the paths tell from others by its type. */
const picking = (type: string) =>
  ({
    type: 'file.picked',
    file: Object.assign(fileOf(type), { toJSON: () => type }),
    component: null,
  }) as const
const picture = picking('image/png')
const text = picking('text/plain')
const forNewComponent = { ...picture, pasteId: 'paste-1' }

/** The outcome of a paste. */
const pasted = (id: string) => ({
  id: 'change-1',
  intent: { kind: 'paste', copies: [], group: '/_/component_groups/1', sortValue: 0, id } as const,
})
const savedPaste = (id: string) =>
  ({
    type: 'change.saved',
    ...pasted(id),
    saved: { resource: null },
    copied: '/component/images/new',
    restored: null,
  }) as const

const paths = pathsOf(pickedFileMachine, {
  input: undefined,
  distinguishBy: ({ pasteId, waiting }) => [
    pasteId,
    [...new Set(waiting.map(({ id }) => id))].toSorted(),
  ],
  events: [
    picture,
    text,
    forNewComponent,
    savedPaste('paste-1'),
    savedPaste('paste-2'),
    {
      type: 'xstate.done.actor.readKeptFiles',
      output: [{ id: 'paste-2', content: 'data:image/png;base64,eA==' }],
    },
    { type: 'pick.canceled' },
    { type: 'xstate.done.actor.readFile', output: 'data:image/png;base64,eA==' },
    { type: 'xstate.error.actor.readFile', error: new Error('Gone.') },
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "pickedFile | file.picked → reading {pasteId, refusal} (withdrawRefusal)",
      "pickedFile | file.picked [isRefused] → refused {refusal} (notifyRefused)",
      "pickedFile | readKeptFiles done {waiting}",
      "pickedFile | pick.canceled → idle {refusal}",
      "pickedFile | change.saved [isOwnPaste] {waiting} (emits file.read, keepFiles)",
      "reading | readFile done → idle (emits file.read)",
      "reading | readFile failed → refused {refusal} (notifyRefused)",
      "reading | readFile done [isForNewComponent] → idle {waiting} (keepFiles, emits component.requested)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(pickedFileMachine, paths)).toEqual([])
  expect(untakenTransitions(pickedFileMachine, paths)).toEqual([])
})

const run = (kept: WaitingFile[] = []) => {
  const keptIds: unknown[][] = []
  const reading = controlledPromise<string, { file: File }>()
  const read: string[] = []
  const told: string[] = []
  const provided = pickedFileMachine.provide({
    actors: { readFile: reading.logic, readKeptFiles: resolvedEffect<WaitingFile[]>(kept) },
    actions: {
      notifyRefused: (_, { reason }) => void told.push(reason),
      withdrawRefusal: () => void told.splice(0),
      keepFiles: (_, { waiting }) => void keptIds.push(waiting.map(({ id }) => id)),
    },
  })
  const ref = createActor(provided).start()
  ref.on('file.read', ({ content }) => read.push(content))
  return { ref, reading, read, told, keptIds, refusal: () => selectRefusal(ref.getSnapshot()) }
}

test.each([
  ['text/plain', 3, 'Send a complete picture and nothing else: PNG, JPEG, GIF, WebP, AVIF or SVG.'],
  ['image/tiff', 3, 'Send a complete picture and nothing else: PNG, JPEG, GIF, WebP, AVIF or SVG.'],
  ['image/png', 0, 'This file is empty.'],
  ['image/png', maxFileSize + 1, 'Send at most 5 MB.'],
])('refuses a file of %s with %i bytes before it is read', (type, size, message) => {
  const { ref, reading, told, refusal } = run()
  ref.send({ type: 'file.picked', file: fileOf(type, size), component: null })
  expect(refusal()).toBe(message)
  expect(told).toEqual([message])
  expect(reading.calls).toEqual([])
})

test.each([
  ['image/png', maxFileSize],
  ['image/svg+xml', 3],
  ['', 3],
])('reads a file of %o with %i bytes: the API has the last word', (type, size) => {
  const { ref, reading } = run()
  const file = fileOf(type, size)
  ref.send({ type: 'file.picked', file, component: null })
  expect(reading.calls.map(({ input }) => input)).toEqual([{ file }])
})

test('a file that is picked while another one is read replaces it', async () => {
  const { ref, reading, read } = run()
  ref.send(picture)
  const other = fileOf('image/gif')
  ref.send({ type: 'file.picked', file: other, component: null })
  expect(reading.calls.map(({ signal, input }) => [signal.aborted, input.file])).toEqual([
    [true, picture.file],
    [false, other],
  ])
  expect(read).toEqual([])
})

test('a canceled file is not read to its end', () => {
  const { ref, reading } = run()
  ref.send(picture)
  expect(isReading(ref.getSnapshot())).toBe(true)
  ref.send({ type: 'pick.canceled' })
  expect(isReading(ref.getSnapshot())).toBe(false)
  expect(reading.calls[0]!.signal.aborted).toBe(true)
})

test('says for which component a file was read', async () => {
  const { ref, reading } = run()
  const components: unknown[] = []
  ref.on('file.read', ({ component }) => components.push(component))
  for (const component of ['/component/images/1', null] as const) {
    ref.send({ ...picture, component })
    reading.settle({ type: 'xstate.done.actor.readFile', output: 'data:image/png;base64,eA==' })
    await new Promise((resolve) => void setImmediate(resolve))
  }
  expect(components).toEqual(['/component/images/1', null])
})

const content = 'data:image/png;base64,eA=='
/** Lets the promises of the machine settle. */
const settle = () => new Promise((resolve) => void setImmediate(resolve))

test('files for new components wait until those are pasted, each for its own, and are kept as long', async () => {
  const { ref, reading, keptIds } = run()
  const requested: string[] = []
  const filled: unknown[] = []
  ref.on('component.requested', ({ id }) => requested.push(id))
  ref.on('file.read', ({ component, content: file, pasteId }) =>
    filled.push([component, file, pasteId]),
  )
  for (const [pasteId, output] of [
    ['paste-1', `${content}1`],
    ['paste-2', `${content}2`],
  ] as const) {
    ref.send({ ...forNewComponent, pasteId })
    reading.settle({ type: 'xstate.done.actor.readFile', output })
    await settle()
  }
  expect(requested).toEqual(['paste-1', 'paste-2'])
  expect(filled).toEqual([])
  ref.send(savedPaste('paste-2'))
  ref.send(savedPaste('paste-1'))
  ref.send(savedPaste('paste-1'))
  expect(filled).toEqual([
    ['/component/images/new', `${content}2`, 'paste-2'],
    ['/component/images/new', `${content}1`, 'paste-1'],
  ])
  expect(keptIds).toEqual([['paste-1'], ['paste-1', 'paste-2'], ['paste-1'], []])
})

test('a file whose component was not pasted before a reload is put into that once it is', async () => {
  const { ref, read, keptIds } = run([{ id: 'paste-1', content }])
  await settle()
  ref.send(savedPaste('paste-1'))
  expect(read).toEqual([content])
  expect(keptIds).toEqual([[]])
})
