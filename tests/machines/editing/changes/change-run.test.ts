import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, toPromise } from 'xstate'
import type { Change, Intent, Step } from '#content/change/types.ts'
import type { ChangeJob, ResourceUpdates, StepResponse } from '#content/change/change-run.ts'
import type { RefetchInput } from '#content/change/change-refetch.ts'
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import { type IdentityMap, emptyIdentityMap } from '#content/change/undo/identity-map.ts'
import type { Versioned } from '#content/model/resource.ts'
import type { RenewalOutcome } from '#content/model/session.ts'
import { changeRunMachine } from '#machines/editing/changes/change-run.ts'
import { pathsOf, untakenTransitions, unreachableStates } from '#charts/paths/paths.ts'
import { transitionTable } from '#charts/paths/transition-table.ts'

const live = '/component/titles/live'
const draft = '/component/titles/draft'
const versioned = (iri: Iri, etag = `"${iri}"`, more: Record<string, unknown> = {}): Versioned => ({
  resource: { '@id': iri, '@type': 'Title', _metadata: {}, ...more },
  etag,
})

const intent: Intent = { kind: 'set', iri: live, property: 'title', value: 'B' }
const patch: Step = { method: 'PATCH', iri: live, body: { title: 'B' }, ifMatch: '"1"' }
const change: Change = {
  id: '1',
  intent,
  steps: [patch],
  inverse: [
    { method: 'PATCH', iri: live, body: { title: 'A' } },
    { method: 'DELETE', iri: draft },
  ],
  refetch: [live],
}
const unanswered = new Failure('offline')
const nothing: ResourceUpdates = { items: [], removed: [] }
const make: ChangeJob = { kind: 'apply', id: '1', intent }

const samples = {
  events: [
    { type: 'xstate.done.actor.prepareChange' as const, output: change },
    { type: 'xstate.error.actor.prepareChange' as const, error: new Failure('conflict') },
    { type: 'xstate.done.actor.sendStep' as const, output: versioned(live) },
    { type: 'xstate.error.actor.sendStep' as const, error: new Failure('offline') },
    { type: 'xstate.error.actor.sendStep' as const, error: new Failure('conflict') },
    { type: 'xstate.error.actor.sendStep' as const, error: new Failure('invalid') },
    { type: 'xstate.error.actor.sendStep' as const, error: new Failure('notFound') },
    { type: 'xstate.error.actor.sendStep' as const, error: failureFromStatus(401) },
    { type: 'xstate.error.actor.prepareChange' as const, error: failureFromStatus(401) },
    { type: 'xstate.done.actor.renewSession' as const, output: 'renewed' as const },
    { type: 'xstate.done.actor.renewSession' as const, output: 'declined' as const },
    { type: 'xstate.error.actor.renewSession' as const, error: new Failure('unexpected') },
    { type: 'xstate.done.actor.refetch' as const, output: nothing },
    { type: 'xstate.error.actor.refetch' as const, error: new Failure('offline') },
  ],
  distinguishBy: ({ steps, failure }: { steps: Step[]; failure: Failure | null }) => [
    steps.length,
    failure?.kind,
    failure?.status,
  ],
}
const making = pathsOf(changeRunMachine, {
  input: { job: make, identities: emptyIdentityMap },
  ...samples,
})
const undoing = pathsOf(changeRunMachine, {
  input: { job: { kind: 'undo', change }, identities: emptyIdentityMap },
  ...samples,
})

test('has this transition table for a new change', () => {
  expect(transitionTable(making)).toMatchInlineSnapshot(`
    [
      "start → preparing",
      "preparing | prepareChange done [hasSteps] → sendingStep {change, steps}",
      "preparing | prepareChange failed → refetching {failure}",
      "preparing | prepareChange failed [canRenew] → renewing {failure}",
      "sendingStep | sendStep done → refetching {hasEffect, identities, result, steps, updates}",
      "sendingStep | sendStep failed [canSkipRefetch, hasFailed] → failed {failure} (updateCache)",
      "sendingStep | sendStep failed → refetching {failure}",
      "sendingStep | sendStep failed [canRenew] → renewing {failure}",
      "renewing | renewSession done [isRenewed] → preparing {change, failure, steps, wasRenewed}",
      "renewing | renewSession done [canSkipRefetch, hasFailed] → failed (updateCache)",
      "renewing | renewSession failed [canSkipRefetch, hasFailed] → failed (updateCache)",
      "refetching | refetch done [isConflict] → conflicted (updateCache)",
      "refetching | refetch failed [isConflict] → conflicted (updateCache)",
      "refetching | refetch done → done (updateCache, notifyOfOtherPage)",
      "refetching | refetch failed → done (updateCache, notifyOfOtherPage)",
      "refetching | refetch done [hasFailed] → failed (updateCache)",
      "refetching | refetch failed [hasFailed] → failed (updateCache)",
    ]
  `)
})

test('has this transition table for an undo in two requests', () => {
  expect(transitionTable(undoing)).toMatchInlineSnapshot(`
    [
      "start → sendingStep",
      "sendingStep | sendStep done [hasSteps] → sendingStep {hasEffect, identities, result, steps, updates}",
      "sendingStep | sendStep failed [canSkipRefetch, hasFailed] → failed {failure} (updateCache)",
      "sendingStep | sendStep failed → refetching {failure}",
      "sendingStep | sendStep failed [canPassOver, hasSteps] → sendingStep {steps}",
      "sendingStep | sendStep failed [canRenew] → renewing {failure}",
      "sendingStep | sendStep done → refetching {replacements, result, steps, updates}",
      "sendingStep | sendStep failed [isUnanswered] → resendingStep",
      "sendingStep | sendStep failed [canPassOver] → refetching {steps, updates}",
      "resendingStep | sendStep done → refetching {replacements, result, steps, updates}",
      "resendingStep | sendStep failed → refetching {failure}",
      "resendingStep | sendStep failed [isAlreadyDeleted] → refetching {steps, updates}",
      "resendingStep | sendStep failed [canRenew] → renewing {failure}",
      "renewing | renewSession done [isRenewed, isPrepared, hasSteps] → sendingStep {failure, wasRenewed}",
      "renewing | renewSession done [canSkipRefetch, hasFailed] → failed (updateCache)",
      "renewing | renewSession failed [canSkipRefetch, hasFailed] → failed (updateCache)",
      "refetching | refetch done [isConflict] → conflicted (updateCache)",
      "refetching | refetch failed [isConflict] → conflicted (updateCache)",
      "refetching | refetch done [hasFailed] → failed (updateCache)",
      "refetching | refetch failed [hasFailed] → failed (updateCache)",
      "refetching | refetch done → done (updateCache, notifyOfOtherPage)",
      "refetching | refetch failed → done (updateCache, notifyOfOtherPage)",
    ]
  `)
})

const inVain: Change = {
  ...change,
  inverse: [{ method: 'DELETE', iri: live, published: false, reveals: live }],
}
const skipping = pathsOf(changeRunMachine, {
  input: { job: { kind: 'undo', change: inVain }, identities: emptyIdentityMap },
  ...samples,
})

const lost: Change = { ...change, inverse: [], irreversible: 'It is gone.' }
const refusing = pathsOf(changeRunMachine, {
  input: { job: { kind: 'undo', change: lost }, identities: emptyIdentityMap },
  ...samples,
})

const original = '/component/titles/original'
const duplicate: Intent = {
  kind: 'duplicate',
  iri: original,
  group: '/_/component_groups/1',
  sortValue: 1,
}
const duplication: Change = {
  id: '1',
  intent: duplicate,
  steps: [
    { method: 'POST', iri: '/component/titles', body: {}, creates: { iri: 'new:1' } },
    {
      method: 'POST',
      iri: '/_/component_groups',
      body: { reference: 'inner_new:1', components: ['new:1'] },
      creates: { iri: 'new:1:0' },
    },
    { method: 'POST', iri: '/component/titles', body: {}, creates: { iri: 'new:2' } },
  ],
  inverse: [
    { method: 'DELETE', iri: 'new:1', published: false, reverts: 0 },
    { method: 'DELETE', iri: 'new:2', published: false, reverts: 2 },
  ],
  refetch: ['/_/component_groups/1', 'new:1:position'],
  refetchOnApply: ['new:1', 'new:1:0'],
}
const copyJob: ChangeJob = { kind: 'apply', id: '1', intent: duplicate }
const copying = pathsOf(changeRunMachine, {
  input: { job: copyJob, identities: emptyIdentityMap },
  ...samples,
  events: [
    { type: 'xstate.done.actor.prepareChange', output: duplication },
    { type: 'xstate.done.actor.sendStep', output: versioned(live) },
    { type: 'xstate.error.actor.sendStep', error: new Failure('invalid') },
    { type: 'xstate.done.actor.refetch', output: nothing },
  ],
})

test('has this transition table for a copy in several requests', () => {
  expect(transitionTable(copying)).toMatchInlineSnapshot(`
    [
      "start → preparing",
      "preparing | prepareChange done [hasSteps] → sendingStep {change, steps}",
      "sendingStep | sendStep done [hasSteps] → sendingStep {hasEffect, identities, result, steps, updates}",
      "sendingStep | sendStep failed → refetching {failure}",
      "sendingStep | sendStep failed [canRollBack, hasSteps] → sendingStep {change, failure, steps, updates}",
      "sendingStep | sendStep done → refetching {identities, steps, updates}",
      "refetching | refetch done [hasFailed] → failed (updateCache)",
      "refetching | refetch done → done (updateCache, notifyOfOtherPage)",
    ]
  `)
})

const [one, two] = ['/_/component_positions/1', '/_/component_positions/2'] as const
const positionsPath = '/_/component_positions'
const deleteAll: Intent = { kind: 'deleteAll', positions: [one, two] }
const deletion: Change = {
  id: '1',
  intent: deleteAll,
  steps: [
    { method: 'DELETE', iri: one },
    { method: 'DELETE', iri: two },
  ],
  inverse: [
    { method: 'POST', iri: positionsPath, creates: { iri: two }, reverts: 1 },
    { method: 'POST', iri: positionsPath, creates: { iri: one }, reverts: 0 },
  ],
  refetch: ['/_/component_groups/1'],
  refetchOnUndo: [one],
}
const deletionJob: ChangeJob = { kind: 'apply', id: '1', intent: deleteAll }
const deleting = pathsOf(changeRunMachine, {
  input: { job: deletionJob, identities: emptyIdentityMap },
  ...samples,
  events: [
    { type: 'xstate.done.actor.prepareChange', output: deletion },
    { type: 'xstate.done.actor.sendStep', output: null },
    { type: 'xstate.error.actor.sendStep', error: unanswered },
    { type: 'xstate.error.actor.sendStep', error: new Failure('invalid') },
    { type: 'xstate.error.actor.sendStep', error: new Failure('notFound') },
    { type: 'xstate.done.actor.refetch', output: nothing },
  ],
})

test('has this transition table for a deletion in two requests', () => {
  expect(transitionTable(deleting)).toMatchInlineSnapshot(`
    [
      "start → preparing",
      "preparing | prepareChange done [hasSteps] → sendingStep {change, steps}",
      "sendingStep | sendStep done [hasSteps] → sendingStep {hasEffect, steps, updates}",
      "sendingStep | sendStep failed [isUnanswered] → resendingStep",
      "sendingStep | sendStep failed → refetching {failure}",
      "sendingStep | sendStep failed [mayHaveDeleted, hasSteps] → sendingStep {hasEffect, steps, updates}",
      "sendingStep | sendStep done → refetching {steps, updates}",
      "sendingStep | sendStep failed [canRollBack, hasSteps] → sendingStep {change, failure, steps}",
      "sendingStep | sendStep failed [mayHaveDeleted] → refetching {steps, updates}",
      "sendingStep | sendStep failed [canSkipRefetch, hasFailed] → failed {failure} (updateCache)",
      "sendingStep | sendStep done [canSkipRefetch, hasFailed] → failed {steps, updates} (updateCache)",
      "resendingStep | sendStep done [hasSteps] → sendingStep {hasEffect, steps, updates}",
      "resendingStep | sendStep failed [canSkipRefetch, hasFailed] → failed {failure} (updateCache)",
      "resendingStep | sendStep failed → refetching {failure}",
      "resendingStep | sendStep failed [isAlreadyDeleted, hasSteps] → sendingStep {hasEffect, steps, updates}",
      "resendingStep | sendStep done → refetching {steps, updates}",
      "resendingStep | sendStep failed [canRollBack, hasSteps] → sendingStep {change, failure, steps}",
      "resendingStep | sendStep failed [isAlreadyDeleted] → refetching {steps, updates}",
      "refetching | refetch done [hasFailed] → failed (updateCache)",
      "refetching | refetch done → done (updateCache, notifyOfOtherPage)",
    ]
  `)
})

test('reaches every state and takes every transition', () => {
  const paths = [...making, ...undoing, ...skipping, ...refusing, ...copying, ...deleting]
  expect(unreachableStates(changeRunMachine, paths)).toEqual([])
  expect(untakenTransitions(changeRunMachine, paths)).toEqual([])
})

interface World {
  prepare?: () => Change | Failure
  /** The outcome of each request for a session, in order. */
  renewals?: RenewalOutcome[]
  /** The response to each request, in order. */
  answers: (StepResponse | Failure)[]
  reading?: ResourceUpdates | Failure
}

const run = (
  job: ChangeJob,
  { prepare = () => change, answers, reading = nothing, renewals = [] }: World,
  identities = emptyIdentityMap,
) => {
  const sent: Step[] = []
  const refetched: string[][] = []
  const cached: ResourceUpdates[] = []
  const renewing: { isBackground: boolean }[] = []
  const recreating: unknown[] = []
  let heldUpdates = 0
  const ref = createActor(
    changeRunMachine.provide({
      actors: {
        prepareChange: fromPromise(async () => {
          const planned = prepare()
          if (planned instanceof Failure) throw planned
          return planned
        }),
        renewSession: fromPromise<RenewalOutcome, { isBackground: boolean }>(async ({ input }) => {
          return renewals[renewing.push(input) - 1]!
        }),
        sendStep: fromPromise<StepResponse, Step>(async ({ input }) => {
          const answer = answers[sent.push(input) - 1]!
          if (answer instanceof Failure) throw answer
          return answer
        }),
        refetch: fromPromise<ResourceUpdates, RefetchInput>(async ({ input }) => {
          refetched.push(input.requests)
          if (reading instanceof Failure) throw reading
          return reading
        }),
        holdLiveUpdates: fromCallback(() => {
          heldUpdates += 1
          return () => (heldUpdates -= 1)
        }),
        showRecreated: fromCallback(({ input }) => {
          recreating.push(input)
          return () => void recreating.pop()
        }),
      },
      actions: { notifyOfOtherPage: () => {}, updateCache: (_, found) => void cached.push(found) },
    }),
    { input: { job, identities } },
  ).start()
  const output = toPromise(ref)
  return { output, sent, refetched, cached, renewing, recreating, heldUpdates: () => heldUpdates }
}

test('shows what an undo recreates until it ends, and nothing for a new change', async () => {
  const former = [versioned(live).resource]
  const undone = run(
    { kind: 'undo', change: { ...change, former } },
    { answers: [versioned(live), null] },
  )
  expect(undone.recreating).toEqual([{ former }])
  await undone.output
  expect(undone.recreating).toEqual([])
  expect(run(make, { answers: [versioned(live)] }).recreating).toEqual([{ former: [] }])
})

test('prepares the change, sends it, fetches what it affects and saves all of it at once', async () => {
  const again = versioned('/_/component_positions/1')
  const { output, sent, refetched, cached } = run(make, {
    answers: [versioned(live, '"2"')],
    reading: { items: [again], removed: ['/_/component_positions/2'] },
  })
  const { result, failure, replacements, removed } = await output
  expect(sent).toEqual([patch])
  expect(refetched).toEqual([[live]])
  expect(cached).toEqual([
    { items: [versioned(live, '"2"'), again], removed: ['/_/component_positions/2'] },
  ])
  expect({ result, failure, replacements, removed }).toEqual({
    result: { resource: versioned(live).resource },
    failure: null,
    replacements: [],
    removed: ['/_/component_positions/2'],
  })
})

test('reports that a draft was created beside the live version', async () => {
  const { output, cached, refetched } = run(make, {
    answers: [versioned(draft, '"d1"', { publishedResource: live })],
  })
  const { replacements, result, removed } = await output
  // The live version lists its draft only when it is requested explicitly.
  expect(refetched).toEqual([[live, `${live}?published=true`]])
  expect(replacements).toEqual([{ from: live, to: draft }])
  expect(result.replaced).toEqual({ from: live, to: draft })
  expect(cached[0]!.removed).toEqual([])
  expect(removed).toEqual([])
})

test('removes a published draft without reporting it as deleted', async () => {
  const publish: Change = { ...change, steps: [{ method: 'PATCH', iri: draft, body: {} }] }
  const { output, cached } = run(make, { prepare: () => publish, answers: [versioned(live)] })
  const { replacements, removed } = await output
  expect(replacements).toEqual([{ from: draft, to: live }])
  expect(cached[0]!.removed).toEqual([draft])
  expect(removed).toEqual([])
})

describe('several publications', () => {
  const drafts = ['/component/titles/d1', '/component/titles/d2', '/component/titles/d3']
  const lives = ['/component/titles/l1', '/component/titles/l2', '/component/titles/l3']
  const publications: Change = {
    ...change,
    intent: { kind: 'publishAll', iris: drafts },
    steps: drafts.map((iri) => ({ method: 'PATCH', iri, body: {}, isPublication: true })),
    inverse: drafts.map((iri, reverts) => ({ method: 'DELETE', iri, reverts })),
    refetch: ['/_/component_groups/1'],
  }
  const job: ChangeJob = { kind: 'apply', id: '1', intent: publications.intent }
  const prepare = () => publications
  const published = lives.map((iri) => versioned(iri))

  test('are offered to be sent together, and are done with one response', async () => {
    const { output, sent, cached } = run(job, { prepare, answers: [published] })
    const { failure, replacements } = await output
    expect(failure).toBeNull()
    const [first, ...others] = publications.steps
    expect(sent).toEqual([{ ...first, alsoPublishes: others }])
    expect(replacements).toEqual(drafts.map((from, at) => ({ from, to: lives[at] })))
    expect(cached).toEqual([{ items: published, removed: drafts }])
  })

  test('are sent one after the other where only one is answered', async () => {
    const { output, sent } = run(job, { prepare, answers: published })
    await output
    expect(sent.map(({ iri }) => iri)).toEqual(drafts)
    expect(sent.map(({ alsoPublishes }) => alsoPublishes?.length)).toEqual([2, 1, undefined])
  })

  test('read all of them again when they are refused together', async () => {
    const conflict = new Failure('conflict')
    const { output, sent, refetched } = run(job, { prepare, answers: [conflict] })
    const { failure, replacements } = await output
    expect([failure, replacements, sent.length]).toEqual([conflict, [], 1])
    expect(refetched).toEqual([[...drafts, '/_/component_groups/1']])
  })

  test('are taken back when a later one is refused', async () => {
    const refusal = new Failure('invalid')
    const { output, sent } = run(job, { prepare, answers: [published[0]!, refusal, null] })
    expect((await output).failure).toBe(refusal)
    expect(sent.map(({ method, iri }) => [method, iri])).toEqual([
      ['PATCH', drafts[0]],
      ['PATCH', drafts[1]],
      ['DELETE', drafts[0]],
    ])
  })
})

test('reports a deleted resource as removed, unless another version takes its place', async () => {
  const remove = (reveals?: Iri): Change => ({
    ...change,
    steps: [{ method: 'DELETE', iri: draft, ...(reveals && { reveals }) }],
  })
  const alone = await run(make, { prepare: () => remove(), answers: [null] }).output
  expect(alone).toMatchObject({ removed: [draft], replacements: [] })
  const beside = await run(make, { prepare: () => remove(live), answers: [null] }).output
  expect(beside).toMatchObject({ removed: [], replacements: [{ from: draft, to: live }] })
})

test('uses new IRIs in later requests, except where the original is meant', async () => {
  const remade = '/component/titles/remade'
  const publish: Change = {
    ...change,
    inverse: [
      { method: 'POST', iri: '/component/titles', creates: { iri: draft } },
      { method: 'PATCH', iri: draft, body: { about: draft } },
      { method: 'DELETE', iri: draft, targetsOriginal: true },
    ],
  }
  const { output, sent } = run(
    { kind: 'undo', change: publish },
    { answers: [versioned(remade), versioned(remade), null] },
  )
  const { replacements, identities } = await output
  expect(sent.map(({ iri }) => iri)).toEqual(['/component/titles', remade, draft])
  expect(sent[1]!.body).toEqual({ about: remade })
  expect(replacements).toEqual([{ from: draft, to: remade }])
  expect(identities.aliases).toEqual({ [draft]: remade })
})

test('sends the ETag that this session has seen last when undoing or redoing', async () => {
  const identities: IdentityMap = { aliases: {}, etags: { [live]: '"7"' } }
  const { output, sent } = run(
    { kind: 'redo', change },
    {
      answers: [versioned(live, '"8"')],
      reading: { items: [versioned(live, '"9"')], removed: [] },
    },
    identities,
  )
  expect((await output).identities.etags[live]).toBe('"9"')
  expect(sent[0]!.ifMatch).toBe('"7"')
})

test('stops after a failure and fetches the resource that caused it', async () => {
  const { output, sent, refetched } = run(
    { kind: 'undo', change },
    { answers: [new Failure('conflict')] },
  )
  const { failure, steps } = await output
  expect(failure?.kind).toBe('conflict')
  expect(sent).toHaveLength(1)
  expect(refetched).toEqual([[live]])
  expect(steps).toEqual(change.inverse)
})

test('does not fetch a collection that has refused a new resource', async () => {
  const collection = '/component/titles'
  const addition: Change = {
    ...change,
    steps: [{ method: 'POST', iri: collection, body: {}, creates: { iri: 'new:1' } }],
    refetch: ['/_/component_groups/1', 'new:1'],
  }
  const { output, refetched } = run(make, {
    prepare: () => addition,
    answers: [new Failure('invalid')],
  })
  expect((await output).failure?.kind).toBe('invalid')
  expect(refetched).toEqual([['/_/component_groups/1']])
})

describe('a refused change of several requests', () => {
  const again = versioned('/_/component_positions/3')
  const refused = new Failure('conflict')

  test('takes back those that were done', async () => {
    const { output, sent, refetched } = run(deletionJob, {
      prepare: () => deletion,
      answers: [null, refused, again],
    })
    const { failure, removed, replacements, steps } = await output
    expect(sent.map(({ method, iri }) => `${method} ${iri}`)).toEqual([
      `DELETE ${one}`,
      `DELETE ${two}`,
      `POST ${positionsPath}`,
    ])
    expect(failure).toBe(refused)
    expect(replacements).toEqual([{ from: one, to: again.resource['@id'] }])
    expect({ removed, steps }).toEqual({ removed: [], steps: [] })
    expect(refetched).toEqual([['/_/component_groups/1', again.resource['@id']]])
  })

  test('reports what it could not take back, so that it can be undone later', async () => {
    const { output } = run(deletionJob, {
      prepare: () => deletion,
      answers: [null, refused, new Failure('offline')],
    })
    const { change: left, steps, removed } = await output
    expect(left?.steps).toEqual(deletion.steps.slice(0, 1))
    expect(steps).toEqual(deletion.inverse.slice(1))
    expect(removed).toEqual([one])
  })
})

test('keeps the steps done before a failure and reports the remaining ones', async () => {
  const { output, cached } = run(
    { kind: 'undo', change },
    { answers: [versioned(live), new Failure('unexpected')] },
  )
  expect((await output).steps).toEqual([change.inverse[1]])
  expect(cached[0]!.items).toEqual([versioned(live)])
})

test('deletes the original, not its replacement, when retried', async () => {
  const remade = '/component/titles/remade'
  const publish: Change = {
    ...change,
    inverse: [
      { method: 'POST', iri: '/component/titles', creates: { iri: draft } },
      { method: 'DELETE', iri: draft, targetsOriginal: true },
    ],
  }
  const stopped = run(
    { kind: 'undo', change: publish },
    { answers: [versioned(remade), unanswered, unanswered] },
  )
  const { steps, identities } = await stopped.output
  const again = run(
    { kind: 'undo', change: { ...publish, inverse: steps } },
    { answers: [null] },
    identities,
  )
  await again.output
  expect(again.sent).toMatchObject([{ method: 'DELETE', iri: draft }])
})

test('fetches nothing after 401, because drafts are hidden without a session', async () => {
  const { output, refetched } = run(make, { answers: [new Failure('forbidden', { status: 401 })] })
  expect((await output).failure?.status).toBe(401)
  expect(refetched).toEqual([])
})

test('fetches nothing while offline', async () => {
  const { output, refetched, heldUpdates } = run(make, { answers: [new Failure('offline')] })
  expect((await output).failure?.kind).toBe('offline')
  expect(refetched).toEqual([])
  expect(heldUpdates()).toBe(0)
})

test('succeeds although the refetch fails', async () => {
  const { output, cached } = run(make, {
    answers: [versioned(live)],
    reading: new Failure('unexpected'),
  })
  expect((await output).failure).toBeNull()
  expect(cached).toEqual([{ items: [versioned(live)], removed: [] }])
})

test('sends nothing when the resource is outdated already', async () => {
  const { output, sent } = run(make, {
    prepare: () => {
      throw new Failure('conflict')
    },
    answers: [],
  })
  expect((await output).failure?.kind).toBe('conflict')
  expect(sent).toEqual([])
})

test('deletes nothing where an edit created no draft', async () => {
  const { output, sent } = run({ kind: 'undo', change: inVain }, { answers: [] })
  expect((await output).failure).toBeNull()
  expect(sent).toEqual([])
})

test('sends nothing to undo what cannot be undone, and fails with the reason', async () => {
  const { output, sent, refetched } = run({ kind: 'undo', change: lost }, { answers: [] })
  expect((await output).failure?.message).toBe('It is gone.')
  expect(sent).toEqual([])
  expect(refetched).toEqual([])
})

test('treats a resource that someone else has deleted as deleted', async () => {
  const remove: Change = { ...change, steps: [{ method: 'DELETE', iri: draft }] }
  const gone = new Failure('notFound')
  const { output } = run(make, { prepare: () => remove, answers: [gone] })
  expect(await output).toMatchObject({ failure: null, removed: [draft] })
  const edit = run(make, { answers: [gone] })
  expect((await edit.output).failure?.kind).toBe('notFound')
})

describe('an undo of what somebody else has deleted', () => {
  const gone = new Failure('notFound')
  const undo = (inverse: Step[], more: Partial<Change> = {}): ChangeJob => ({
    kind: 'undo',
    change: { ...change, ...more, inverse },
  })
  const removal: Step = { method: 'DELETE', iri: draft }
  const restoring: Step = { method: 'PATCH', iri: live, body: { title: 'A' } }

  test('passes over it where there is more to undo', async () => {
    const { output, sent } = run(undo([removal, restoring]), { answers: [gone, versioned(live)] })
    expect(await output).toMatchObject({ failure: null, removed: [draft], hasEffect: true })
    expect(sent).toHaveLength(2)
    const last = run(undo([restoring, removal]), { answers: [versioned(live), gone] })
    expect((await last.output).failure).toBeNull()
  })

  test.each([
    ['its resource is', [removal]],
    ['all of it is', [removal, restoring]],
    [
      'what the other requests need is',
      [
        { ...restoring, creates: { iri: 'new:1' } },
        { ...removal, iri: 'new:1' },
      ],
    ],
  ])('fails where %s gone', async (_, inverse) => {
    const { output } = run(undo(inverse), { answers: [gone, gone] })
    expect(await output).toMatchObject({ failure: gone, hasEffect: false })
  })

  test('is done where it has deleted that itself, but was not answered', async () => {
    const resent = run(undo([removal]), { answers: [unanswered, gone] })
    expect((await resent.output).failure).toBeNull()
    const retried = run(undo([removal], { isUnanswered: true }), { answers: [gone] })
    expect((await retried.output).failure).toBeNull()
  })
})

describe('an unanswered deletion', () => {
  const removal: Step = { method: 'DELETE', iri: draft }
  const prepare = (): Change => ({ ...change, steps: [removal] })

  test.each([
    ['was carried out', new Failure('notFound')],
    ['was not', null],
  ])('is sent again: the answer tells whether the first request %s', async (_, answer) => {
    const { output, sent } = run(make, { prepare, answers: [unanswered, answer] })
    expect(await output).toMatchObject({ failure: null, removed: [draft] })
    expect(sent).toEqual([removal, removal])
  })

  test('is sent twice at the most, and no other request is repeated', async () => {
    const { output, sent } = run(make, { prepare, answers: [unanswered, unanswered] })
    expect([(await output).failure, sent.length]).toEqual([unanswered, 2])
    const edit = run(make, { answers: [unanswered] })
    expect([(await edit.output).failure, edit.sent.length]).toEqual([unanswered, 1])
  })
})

describe('without a session', () => {
  const refused = failureFromStatus(401)

  test('waits until somebody has signed in again, plans the change anew, and sends it once', async () => {
    let plans = 0
    const { output, sent, renewing } = run(make, {
      prepare: () => ({
        ...change,
        steps: [{ ...patch, body: { title: `plan ${(plans += 1)}` } }],
      }),
      answers: [refused, versioned(live, '"2"')],
      renewals: ['renewed'],
    })
    expect(await output).toMatchObject({ failure: null })
    expect(sent.map(({ body }) => body)).toEqual([{ title: 'plan 1' }, { title: 'plan 2' }])
    expect(renewing).toEqual([{ isBackground: true }])
  })

  test('is planned once it can be read what it takes', async () => {
    const plans: (Change | Failure)[] = [refused, change]
    const { output, sent } = run(make, {
      prepare: () => plans.shift()!,
      answers: [versioned(live, '"2"')],
      renewals: ['renewed'],
    })
    expect(await output).toMatchObject({ failure: null })
    expect(sent).toEqual([patch])
  })

  test('goes on with what is left of a change in several requests', async () => {
    const { output, sent, renewing } = run(
      { kind: 'undo', change },
      { answers: [versioned(live), refused, null], renewals: ['renewed'] },
    )
    expect(await output).toMatchObject({ failure: null })
    expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'DELETE', 'DELETE'])
    expect(renewing).toEqual([{ isBackground: false }])
  })

  test.each(['declined', 'unavailable'] as const)('fails when it is %s', async (outcome) => {
    const { output, refetched } = run(make, { answers: [refused], renewals: [outcome] })
    expect((await output).failure).toBe(refused)
    // A visitor is not shown drafts.
    expect(refetched).toEqual([])
  })

  test('does not ask forever', async () => {
    const { output, renewing } = run(make, { answers: [refused, refused], renewals: ['renewed'] })
    expect((await output).failure).toBe(refused)
    expect(renewing).toHaveLength(1)
  })
})

test('names the owner of a group inside a copy by the IRI that it has got', async () => {
  const { output, sent, refetched } = run(copyJob, {
    prepare: () => duplication,
    answers: [versioned('/component/titles/copy'), versioned('/_/component_groups/2')],
  })
  await output
  expect(sent[1]!.body).toEqual({
    reference: 'inner_/component/titles/copy',
    components: ['/component/titles/copy'],
  })
  expect(refetched).toEqual([
    ['/_/component_groups/1', '/component/titles/copy', '/_/component_groups/2'],
  ])
})

test('removes what a copy has created that is refused halfway', async () => {
  const { output, sent, refetched, cached } = run(copyJob, {
    prepare: () => duplication,
    answers: [versioned('/component/titles/copy'), new Failure('invalid'), null],
  })
  const { failure } = await output
  expect(failure?.kind).toBe('invalid')
  expect(sent.map(({ method, iri }) => `${method} ${iri}`)).toEqual([
    'POST /component/titles',
    'POST /_/component_groups',
    'DELETE /component/titles/copy',
  ])
  expect(refetched).toEqual([['/_/component_groups/1']])
  expect(cached).toEqual([{ items: [], removed: ['/component/titles/copy'] }])
})

test('does not try forever to remove what a refused copy has created', async () => {
  const { output, sent } = run(copyJob, {
    prepare: () => duplication,
    answers: [versioned('/component/titles/copy'), new Failure('invalid'), unanswered, unanswered],
  })
  expect((await output).failure?.kind).toBe('offline')
  expect(sent).toHaveLength(4)
})
