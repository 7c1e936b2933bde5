/** Plans changes: turns an intent into the requests that carry it out and those that undo it. */
import { type Iri, isIriOf } from '../model/iri.ts'
import { liveOf, publishedUrl } from '../model/component-versions.ts'
import { isLive } from '../model/publish-state.ts'
import type { Resource } from '../model/resource.ts'
import { editedVersion } from './edited-version.ts'
import { originalFilesOf } from './changed-files.ts'
import { clearedBy } from './fields/field-value.ts'
import { planAddition, planBinding } from './plan-addition.ts'
import { isCopying, planCopies } from './plan-copies.ts'
import { hasUnknownUses, positionsShowing } from './component-uses.ts'
import { planMove, planTransfer } from './moves/plan-move.ts'
import { planMoves } from './moves/plan-moves.ts'
import { planDeletion, planDeletions } from './plan-deletion.ts'
import { planPublication, planPublications, planSchedule } from './plan-publication.ts'
import { planRestoration } from './undo/plan-restoration.ts'
import type { Change, Intent, IntentOf, KnownContent, Plan, Step } from './types.ts'

interface PlanContext extends KnownContent {
  etag: (iri: Iri) => string | undefined
  /** The id, unique among all changes. */
  id: string
  /** The time in ISO 8601, UTC. */
  now: string
  /** Makes an id for what the API creates; absent where the API takes none. */
  newId?: (() => string) | undefined
}

/** True for a change that is made already, by somebody else. Its steps are sent only when it is redone. */
export const isAcceptance = (intent: Intent) => intent.kind === 'set' && 'givenUp' in intent

/** True for an edit that was undone before it was saved. Its steps are sent only when it is redone. */
export const isUndoneEdit = (intent: Intent) => intent.kind === 'set' && intent.isUndone === true

/** Returns the steps of a change and their inverse, planned from the content that is known now. */
export function planChange(intent: Intent, context: PlanContext): Change {
  const { etag, id } = context
  const plan = withIds(
    planIntent(intent, { ...context, newIri: `new:${id}` }),
    idsFor(intent, context),
  )
  const steps = plan.steps.map((step) => {
    const version = step.method === 'POST' || step.isShifted ? undefined : etag(step.iri)
    return version === undefined ? step : { ...step, ifMatch: version }
  })
  const refetch = [...new Set(plan.refetch)]
  const refetchOnUndo = [...new Set([...(plan.refetchOnUndo ?? []), ...recreatedBy(plan)])]
  const change = { ...plan, id, intent, steps, refetch, refetchOnUndo }
  return recreatesUnknownUses(change, context)
    ? withoutInverse(
        change,
        'It was also used on other pages, where it cannot be restored from here.',
      )
    : change
}

/** Returns the source of ids: those of copies are the same each time that they are planned. */
const idsFor = (intent: Intent, { newId }: PlanContext): PlanContext['newId'] => {
  if (!newId || !isCopying(intent) || intent.id === undefined) return newId
  const beginning = intent.id.slice(0, -idDigits)
  let count = 0
  return () => `${beginning}${String(count++).padStart(idDigits, '0')}`
}

/** The number of digits in which the ids of the copies of one change differ. */
const idDigits = 6

/**
 * Gives an id to all that the plan and its undo create. When a request is sent again, because it was not answered, nothing
 * is created twice.
 */
const withIds = (plan: Plan, newId: PlanContext['newId']): Plan => {
  if (!newId) return plan
  const identified = (step: Step): Step =>
    step.method === 'POST' ? { ...step, id: newId() } : step
  return {
    ...plan,
    steps: plan.steps.map(identified),
    inverse: plan.inverse.map(identified),
  }
}

/**
 * Returns the former IRIs of what undoing creates again. These are fetched once more, because later steps of the undo
 * change them.
 */
const recreatedBy = ({ inverse }: Plan) =>
  inverse.flatMap(({ method, creates }) =>
    method === 'POST' && creates
      ? [creates.iri, ...(creates.position ? [creates.position] : [])]
      : [],
  )

/** Returns the change as one that cannot be undone. */
export const withoutInverse = (change: Change, irreversible: string): Change => ({
  ...change,
  inverse: [],
  irreversible,
})

/** True if undoing would recreate a component of which not all uses are known. */
const recreatesUnknownUses = ({ inverse }: Plan, content: KnownContent) =>
  inverse.some(
    ({ method, creates }) =>
      method === 'POST' &&
      isIriOf('COMPONENT', creates?.iri) &&
      hasUnknownUses(creates.iri, content),
  )

interface PlanInput extends KnownContent {
  /** The placeholder for a resource that has no IRI yet. */
  newIri: Iri
  now: string
}

const planIntent = (intent: Intent, input: PlanInput): Plan => {
  switch (intent.kind) {
    case 'set':
      return isAcceptance(intent) ? planAcceptance(intent, input) : planSet(intent, input)
    case 'restore':
      return planRestoration(intent, input)
    case 'publish':
    case 'publishAll':
    case 'schedule':
      return planPublishing(intent, input)
    case 'delete':
      return planDeletion(intent.iri, input)
    case 'deleteAll':
      return planDeletions(intent.positions, input)
    case 'move':
      return planMove(intent, input)
    case 'moveAll':
      return planMoves(intent, input)
    case 'transfer':
      return planTransfer(intent, input)
    case 'add':
      return planAddition(intent, input)
    case 'bind':
      return planBinding(intent, input)
    case 'paste':
    case 'duplicate':
      return planCopies(intent, input)
  }
}

const planPublishing = (
  intent: IntentOf<'publish' | 'publishAll' | 'schedule'>,
  input: PlanInput,
): Plan => {
  if (intent.kind === 'publishAll') return planPublications(intent.iris, input)
  return intent.kind === 'schedule'
    ? planSchedule(intent, input)
    : planPublication(intent.iri, input)
}

/** Plans that a value is given up for the one that is stored: the reverse of setting it. */
const planAcceptance = (intent: IntentOf<'set'>, input: PlanInput): Plan => {
  const { steps, inverse, refetch } = planSet({ ...intent, value: intent.givenUp }, input)
  return { steps: inverse, inverse: steps, refetch }
}

/**
 * Patches a property. The first edit of a live component creates a draft, and undoing it deletes that draft, unless the
 * live version itself is edited.
 */
const planSet = (intent: IntentOf<'set'>, input: PlanInput): Plan => {
  const { read, newIri } = input
  const { property } = intent
  if (intent.isLive) return planLiveSet(intent, input)
  const iri = editedVersion(intent.iri, read)
  const resource: Resource | undefined = read(iri)
  const body = bodyOf(intent)
  if (isIriOf('COMPONENT', iri) && isLive(resource)) {
    return {
      steps: [{ method: 'PATCH', iri, body, creates: { iri: newIri } }],
      inverse: [{ method: 'DELETE', iri: newIri, published: false, reveals: iri }],
      refetch: [publishedUrl(iri), ...positionsShowing(iri, input)],
    }
  }
  return {
    steps: [{ method: 'PATCH', iri, body }],
    inverse: [
      {
        method: 'PATCH',
        iri,
        body: {
          [property]: storedValue(resource, property, input),
          ...removedFraming(resource, property),
          ...clearedValue(resource, intent),
        },
      },
    ],
    refetch: [],
  }
}

const bodyOf = (intent: IntentOf<'set'>) => ({
  [intent.property]: intent.value ?? null,
  ...clearedBy(intent),
})

/** Returns the stored value of the other property that is emptied. */
const clearedValue = (resource: Resource | undefined, intent: IntentOf<'set'>) =>
  Object.fromEntries(Object.keys(clearedBy(intent)).map((name) => [name, resource?.[name] ?? null]))

/** Returns the framing of a file, which the API removes when the file is replaced. */
const removedFraming = (resource: Resource | undefined, property: string) => {
  const framing = resource?._metadata.framings?.[property]
  return framing === undefined ? {} : { [framing]: resource?.[framing] ?? null }
}

/** Patches a property of the live version itself, beside its draft. */
const planLiveSet = (intent: IntentOf<'set'>, input: PlanInput): Plan => {
  const { iri, property } = intent
  const live = liveOf(iri, input.read) ?? iri
  const resource = input.read(live)
  const stepTo = (body: Record<string, unknown>): Step => ({
    method: 'PATCH',
    iri: live,
    published: true,
    body,
  })
  const stored = storedValue(resource, property, input)
  return {
    steps: [stepTo(bodyOf(intent))],
    inverse: [
      stepTo({
        [property]: stored,
        ...removedFraming(resource, property),
        ...clearedValue(resource, intent),
      }),
    ],
    refetch: [],
  }
}

/** Returns the value of a property, or its file: a resource itself does not contain that. */
const storedValue = (
  resource: Resource | undefined,
  property: string,
  { readFile }: KnownContent,
) => {
  const file = originalFilesOf(resource)[property]
  return (file ? readFile(file) : resource?.[property]) ?? null
}
