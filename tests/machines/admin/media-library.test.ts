import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { locationOf } from '#content/navigation/location.ts'
import type { MediaFileList } from '#content/pictures/media-library.ts'
import { mediaLibraryMachine, selectFailure, selectList } from '#machines/admin/media-library.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const input = { path: '/_cwa/media', search: '' }
const list: MediaFileList = { files: [], total: 0, pages: 0, tags: [] }
const committed = (href: string) => ({
  type: 'location.committed' as const,
  location: locationOf(href),
})

const paths = pathsOf(mediaLibraryMachine, {
  input,
  events: [
    committed('/_cwa/media?tag=goat'),
    committed('/_cwa/media'),
    committed('/elsewhere'),
    { type: 'query.changed', search: '?tag=barn' },
    { type: 'file.uploaded' },
    { type: 'retry.requested' },
    { type: 'xstate.done.actor.readMediaFiles', output: list },
    { type: 'xstate.error.actor.readMediaFiles', error: new Failure('offline') },
    { type: 'xstate.error.actor.readMediaFiles', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ search, list: read, failure }) => [search, read !== null, failure !== null],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "mediaLibrary | location.committed [isSamePath and not isSameSearch] → reading {failure, search}",
      "mediaLibrary | query.changed → reading {failure, search}",
      "mediaLibrary | file.uploaded → reading",
      "reading | readMediaFiles done → ready {failure, list}",
      "reading | readMediaFiles failed → failed {failure}",
      "reading | readMediaFiles failed [canRenew] → renewing {failure}",
      "failed | retry.requested → reading {failure}",
      "renewing | renewSession done [isRenewed] → reading",
      "renewing | renewSession done → failed",
      "renewing | renewSession failed → failed",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(mediaLibraryMachine, paths)).toEqual([])
  expect(untakenTransitions(mediaLibraryMachine, paths)).toEqual([])
})

test('keeps what is listed while another query is read, and ignores a late response', async () => {
  const reading = controlledPromise<MediaFileList, { search: string }>()
  const logic = mediaLibraryMachine.provide({ actors: { readMediaFiles: reading.logic } })
  const ref = createActor(logic, { input }).start()
  const answer = (call: number, total: number) =>
    reading.calls[call]!.settle({
      type: 'xstate.done.actor.readMediaFiles',
      output: { ...list, total },
    })
  answer(0, 1)
  await expect.poll(() => ref.getSnapshot().value).toBe('ready')
  ref.send(committed('/_cwa/media?search=go'))
  ref.send(committed('/_cwa/media?search=goat'))
  expect(selectList(ref.getSnapshot())?.total).toBe(1)
  expect(reading.calls[1]!.signal.aborted).toBe(true)
  answer(1, 5)
  answer(2, 2)
  await expect.poll(() => ref.getSnapshot().value).toBe('ready')
  expect(reading.calls.map((call) => call.input.search)).toEqual(['', '?search=go', '?search=goat'])
  expect(selectList(ref.getSnapshot())?.total).toBe(2)
  expect(selectFailure(ref.getSnapshot())).toBeNull()
})
