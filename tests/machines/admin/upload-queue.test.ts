import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { SimulatedClock, createActor, fromCallback, fromPromise } from 'xstate'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { maxFileSize } from '#content/model/image-file.ts'
import {
  type PickedFile,
  type UploadStatus,
  isSending,
  keptIds,
  uploadSummary,
} from '#content/pictures/uploads.ts'
import { type UploadEvent, uploadMachine } from '#machines/admin/upload.ts'
import { isWaiting, selectUploads, uploadQueueMachine } from '#machines/admin/upload-queue.ts'
import { unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'
import { pickedFile, uploadQueuePaths } from '../../support/machines/upload-queue-paths.ts'

const paths = uploadQueuePaths()

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → idle",
      "uploadQueue | files.added → unsent.sending {uploads} (keepFiles)",
      "uploadQueue | cancel.requested [not hasPending, not hasUnsent] → idle {uploads} (keepFiles)",
      "uploadQueue | retry.requested [not hasPending, not hasUnsent] → idle (keepFiles)",
      "uploadQueue | resume.requested [not hasPending, not hasUnsent] → idle",
      "uploadQueue | discard.requested {uploads} (keepFiles)",
      "uploadQueue | clear.requested {uploads}",
      "uploadQueue | readKeptFiles done {uploads}",
      "uploadQueue | retry.requested → unsent.sending {uploads} (keepFiles)",
      "uploadQueue | resume.requested → unsent.sending {uploads}",
      "uploadQueue | upload one done [isNewFile, not hasPending, not hasUnsent] → idle {uploads} (keepFiles, emits file.uploaded)",
      "uploadQueue | upload one done [isUnreachable] → unsent.waiting {uploads}",
      "uploadQueue | upload one done [isUpload, not hasPending] → unsent.settled {uploads} (keepFiles)",
      "uploadQueue | resume.requested [not hasPending] → unsent.settled",
      "unsent.waiting | network.restored → unsent.sending {uploads}",
      "unsent.waiting | connection.opened → unsent.sending {uploads}",
      "unsent.waiting | session.renewed → unsent.sending {uploads}",
      "unsent.waiting | retryInterval elapsed → unsent.sending {uploads}",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(uploadQueueMachine, paths)).toEqual([])
  expect(untakenTransitions(uploadQueueMachine, paths)).toEqual([])
})

/** A file that is being sent. */
interface Request {
  file: File
  send: (event: UploadEvent) => void
  isAborted: boolean
}

/** A site with a library, and a browser that keeps files while documents come and go. */
const createSite = () => {
  /** The contents in the library, with the number of times that each was added. */
  const library = new Map<string, number>()
  let kept: readonly PickedFile[] = []
  let requests: Request[] = []
  const clock = new SimulatedClock()
  const upload = uploadMachine.provide({
    actors: {
      sendFile: fromCallback<UploadEvent, { file: File }>(({ input: { file }, sendBack }) => {
        const request: Request = { file, send: sendBack, isAborted: false }
        requests.push(request)
        return () => {
          request.isAborted = true
        }
      }),
    },
  })
  const logic = uploadQueueMachine.provide({
    actors: {
      upload,
      readKeptFiles: fromPromise<PickedFile[], undefined>(async () => [...kept]),
      warnBeforeLeaving: fromCallback(() => {}),
      forgetOnStop: fromCallback(() => () => {
        kept = []
      }),
    },
    actions: {
      keepFiles: (_, { uploads }) => {
        const ids = new Set(keptIds(uploads))
        kept = uploads.filter(({ id }) => ids.has(id))
      },
    },
  })
  const open = () => createActor(logic, { clock }).start()
  let ref = open()
  /** Adds a content to the library unless it is there, as the API does. */
  const store = (content: string) => {
    const isNew = !library.has(content)
    if (isNew) library.set(content, 1)
    return { iri: `/_/media_objects/${content}`, isNew, picture: {} }
  }
  return {
    library,
    clock,
    ref: () => ref,
    uploads: () => selectUploads(ref.getSnapshot()),
    requests: () => requests.filter(({ isAborted }) => !isAborted),
    store,
    /** Leaves the document, without a chance to do anything, and opens it again. */
    reload: async () => {
      requests = []
      // A document that is gone runs no actions.
      ref = open()
      await vi.waitFor(() => expect(selectUploads(ref.getSnapshot()).length).toBe(kept.length))
    },
  }
}

type Site = ReturnType<typeof createSite>

const statuses = (site: Site) => site.uploads().map(({ status }) => status)
const save = ({ requests, store }: Site, at = 0) => {
  const request = requests()[at]!
  request.send({ type: 'file.saved', saved: store(request.file.name) })
}
const fail = ({ requests }: Site, error: Failure, at = 0) =>
  requests()[at]!.send({ type: 'sending.failed', error })
const add = (site: Site, ...files: PickedFile[]) => site.ref().send({ type: 'files.added', files })

test('sends two at a time, and says how far they are', () => {
  const site = createSite()
  add(site, pickedFile('a'), pickedFile('b'), pickedFile('c'))
  expect(statuses(site)).toEqual(['sending', 'sending', 'waiting'])
  save(site)
  expect(statuses(site)).toEqual(['saved', 'sending', 'sending'])
  fail(site, failureFromStatus(500))
  save(site)
  expect(uploadSummary(site.uploads())).toBe('2 of 3 uploaded, 1 failed')
  site.ref().send({ type: 'retry.requested', ids: ['b'] })
  save(site)
  expect(uploadSummary(site.uploads())).toBe('3 of 3 uploaded')
  expect(site.ref().getSnapshot().value).toBe('idle')
  site.ref().send({ type: 'clear.requested' })
  expect(site.uploads()).toEqual([])
})

test('refuses what is no picture or too large before it is sent, and takes the words of the server after that', () => {
  const site = createSite()
  const large = new File([new Uint8Array(maxFileSize + 1)], 'large.png', { type: 'image/png' })
  add(site, pickedFile('a', 'text/plain'), { id: 'large', file: large })
  expect(site.uploads().map(({ reason }) => reason)).toEqual([
    expect.stringContaining('Send a complete picture'),
    'Send at most 5 MB.',
  ])
  expect(site.requests()).toEqual([])
  add(site, pickedFile('b'))
  fail(
    site,
    failureFromStatus(422, { violations: [{ propertyPath: 'file', message: 'It is damaged.' }] }),
  )
  expect(site.uploads().at(-1)).toMatchObject({ status: 'refused', reason: 'It is damaged.' })
})

test.each([
  ['the network returns', (site: Site) => site.ref().send({ type: 'network.restored' })],
  ['a while has passed', ({ clock }: Site) => clock.increment(15_000)],
])('waits without a network, and goes on by itself once %s', (_, happen) => {
  const site = createSite()
  add(site, pickedFile('a'), pickedFile('b'), pickedFile('c'))
  fail(site, new Failure('offline'))
  expect(isWaiting(site.ref().getSnapshot())).toBe(true)
  expect(statuses(site)).toEqual(['waiting', 'sending', 'waiting'])
  happen(site)
  expect(statuses(site)).toEqual(['sending', 'sending', 'waiting'])
})

test('offers after a reload what was not sent, and sends it only if that is wanted', async () => {
  const site = createSite()
  add(site, pickedFile('a'), pickedFile('b'), pickedFile('c'))
  save(site)
  await site.reload()
  expect(statuses(site)).toEqual(['interrupted', 'interrupted'])
  expect(site.requests()).toEqual([])
  site.ref().send({ type: 'resume.requested' })
  expect(statuses(site)).toEqual(['sending', 'sending'])
  await site.reload()
  site.ref().send({ type: 'discard.requested' })
  await site.reload()
  expect(site.uploads()).toEqual([])
})

const gesture = fc.oneof(
  fc.record({ kind: fc.constant('add'), content: fc.nat(4), isPicture: fc.boolean() }),
  fc.record({
    kind: fc.constant('answer'),
    at: fc.nat(1),
    answer: fc.constantFrom('saved', 'lost', 'offline', 'broken', 'refused', 'progress'),
  }),
  fc.record({ kind: fc.constantFrom('cancel', 'retry'), at: fc.nat(9) }),
  fc.record({
    kind: fc.constantFrom('resume', 'discard', 'clear', 'restored', 'later', 'reload'),
  }),
)
type Gesture = typeof gesture extends fc.Arbitrary<infer G> ? G : never

const errors = {
  offline: new Failure('offline'),
  broken: failureFromStatus(500),
  refused: failureFromStatus(422),
}

const answer = (site: Site, at: number, kind: string) => {
  const request = site.requests()[at]
  if (!request) return
  if (kind === 'progress') request.send({ type: 'progress.reported', progress: 1 })
  else if (kind === 'saved') save(site, at)
  else {
    // The library has it, but nobody is told.
    if (kind === 'lost') site.store(request.file.name)
    fail(site, kind in errors ? errors[kind as keyof typeof errors] : errors.offline, at)
  }
}

const act = async (site: Site, one: Gesture, nextId: () => string) => {
  const ref = site.ref()
  if ('content' in one) {
    const type = one.isPicture ? 'image/png' : 'text/plain'
    add(site, { id: nextId(), file: new File(['x'], `content ${one.content}`, { type }) })
  } else if ('answer' in one) answer(site, one.at, one.answer)
  else if ('at' in one) {
    const upload = site.uploads()[one.at]
    if (!upload) return
    if (one.kind === 'cancel') ref.send({ type: 'cancel.requested', id: upload.id })
    else ref.send({ type: 'retry.requested', ids: [upload.id] })
  } else if (one.kind === 'reload') await site.reload()
  else if (one.kind === 'later') site.clock.increment(20_000)
  else if (one.kind === 'restored') ref.send({ type: 'network.restored' })
  else if (one.kind === 'clear') ref.send({ type: 'clear.requested' })
  else ref.send({ type: one.kind === 'resume' ? 'resume.requested' : 'discard.requested' })
}

/** Lets everything go well from now on. */
const settle = (site: Site) => {
  site.ref().send({ type: 'resume.requested' })
  const failed = site.uploads().filter(({ status }) => status === 'failed')
  site.ref().send({ type: 'retry.requested', ids: failed.map(({ id }) => id) })
  while (site.requests().length > 0) save(site)
}

const final: readonly UploadStatus[] = ['saved', 'refused', 'canceled']

test('in any order of losses, failures, cancels and reloads, each file ends once in the library or says why not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(gesture, { maxLength: 40 }), async (gestures) => {
      const site = createSite()
      let count = 0
      /** The files that nobody has given up, by id, with their contents. */
      const wanted = new Map<string, string>()
      for (const one of gestures) {
        const before = site.uploads()
        await act(site, one, () => `${(count += 1)}`)
        const uploads = site.uploads()
        expect(uploads.filter(isSending).length).toBeLessThanOrEqual(2)
        expect(site.requests().length).toBe(uploads.filter(isSending).length)
        for (const { id, file, status } of uploads) {
          if (status === 'canceled' || status === 'refused') wanted.delete(id)
          else wanted.set(id, file.name)
        }
        if ('kind' in one && one.kind === 'discard')
          for (const { id, status } of before) if (status === 'interrupted') wanted.delete(id)
        // Nothing that is wanted is forgotten before it is in the library.
        for (const [id, content] of wanted)
          expect(uploads.some((each) => each.id === id) || site.library.has(content)).toBe(true)
      }
      settle(site)
      expect(site.uploads().every(({ status }) => final.includes(status))).toBe(true)
      for (const content of wanted.values()) expect(site.library.get(content)).toBe(1)
      expect(site.ref().getSnapshot().value).toBe('idle')
    }),
  )
})
