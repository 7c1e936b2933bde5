import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { SubmissionList } from '#content/forms/form-submission.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import { locationOf } from '#content/navigation/location.ts'
import { selectFailure, selectList, submissionsMachine } from '#machines/admin/submissions.ts'
import { pathsOf, unreachableStates, untakenTransitions } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const input = { path: '/_cwa/submissions', search: '' }
const iri = '/_/form_submissions/1'
const list: SubmissionList = { submissions: [], total: 0, pages: 0 }
const committed = (href: string) => ({
  type: 'location.committed' as const,
  location: locationOf(href),
})

const paths = pathsOf(submissionsMachine, {
  input,
  events: [
    committed('/_cwa/submissions?search=goat'),
    committed('/_cwa/submissions'),
    committed('/elsewhere'),
    { type: 'retry.requested' },
    { type: 'deletion.requested', iri },
    { type: 'deletion.confirmed' },
    { type: 'deletion.canceled' },
    { type: 'test.requested', form: '/component/forms/1' },
    { type: 'xstate.done.actor.readSubmissions', output: list },
    { type: 'xstate.error.actor.readSubmissions', error: new Failure('offline') },
    { type: 'xstate.error.actor.readSubmissions', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.deleteSubmission' },
    { type: 'xstate.error.actor.deleteSubmission', error: new Failure('offline') },
    { type: 'xstate.error.actor.deleteSubmission', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.sendTest' },
    { type: 'xstate.error.actor.sendTest', error: new Failure('offline') },
    { type: 'xstate.error.actor.sendTest', error: failureFromStatus(401) },
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
  distinguishBy: ({ search, list: read, deleted, tested, failure }) => [
    search,
    read !== null,
    deleted,
    tested,
    failure !== null,
  ],
})

test('has this transition table', () => {
  expect(transitionTable(paths)).toMatchInlineSnapshot(`
    [
      "start → reading",
      "submissions | location.committed [isSamePath and not isSameSearch] → reading {deleted, failure, search, tested}",
      "reading | readSubmissions done → ready {failure, list}",
      "reading | readSubmissions failed → failed {failure}",
      "reading | readSubmissions failed [canRenew] → renewing {failure}",
      "ready | deletion.requested → confirming {deleted, failure}",
      "ready | test.requested → testing {failure, tested}",
      "failed | retry.requested → reading {failure}",
      "confirming | deletion.confirmed → deleting",
      "confirming | deletion.canceled → ready {deleted}",
      "deleting | deleteSubmission done → reading {deleted, failure}",
      "deleting | deleteSubmission failed → ready {deleted, failure}",
      "deleting | deleteSubmission failed [canRenew] → renewing {failure}",
      "testing | sendTest done → reading {failure, isSent, tested}",
      "testing | sendTest failed → ready {failure, tested}",
      "testing | sendTest failed [canRenew] → renewing {failure}",
      "renewing | renewSession done [isRenewed] → reading",
      "renewing | renewSession done → failed",
      "renewing | renewSession failed → failed",
      "renewing | renewSession done [isRead] → ready {deleted, tested}",
      "renewing | renewSession failed [isRead] → ready {deleted, tested}",
      "renewing | renewSession done [isRenewed, isTesting] → testing",
      "renewing | renewSession done [isRenewed, isDeleting] → deleting",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  expect(unreachableStates(submissionsMachine, paths)).toEqual([])
  expect(untakenTransitions(submissionsMachine, paths)).toEqual([])
})

test('keeps what is listed while it is read again, and says why it could not be', async () => {
  let reads = 0
  const readSubmissions = fromPromise<SubmissionList, { search: string }>(() => {
    reads += 1
    return reads === 2 ? Promise.reject(new Failure('offline')) : Promise.resolve(list)
  })
  const ref = createActor(submissionsMachine.provide({ actors: { readSubmissions } }), {
    input,
  }).start()
  await expect.poll(() => ref.getSnapshot().value).toBe('ready')
  ref.send(committed('/_cwa/submissions?search=goat'))
  expect(selectList(ref.getSnapshot())).toBe(list)
  await expect.poll(() => selectFailure(ref.getSnapshot())?.kind).toBe('offline')
  ref.send({ type: 'retry.requested' })
  expect(selectFailure(ref.getSnapshot())).toBeNull()
  await expect.poll(() => ref.getSnapshot().value).toBe('ready')
})
