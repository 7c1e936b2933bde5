/** Changes several resources in one transaction, in which it also keeps what was there, to undo it. */
import {
  type BulkAction,
  type BulkConsequences,
  type BulkMember,
  type BulkRequest,
  type PublicationConsequences,
  nothingPublished,
} from '#content/admin/bulk-change.ts'
import { type Iri, iriTypeOf } from '#content/model/iri.ts'
import type { Violation } from '#content/model/resource.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import {
  MembersChangedError,
  NotFoundError,
  ValidationError,
  VersionMismatchError,
} from '#server/domain-errors.ts'
import { accessError } from '../../access/read-access.ts'
import {
  canKeep,
  changeIri,
  deleteRestoration,
  findRestoration,
  isKept,
  keepRestoration,
} from '../../restorations.ts'
import type { TypeRegistry } from '../../types/type-registry.ts'
import type { AuthorizedMutations } from '../authorized-mutations.ts'
import { entryViolation } from '../entry-violation.ts'
import type { Transact } from '../transactions.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { consequencesOf } from './consequences.ts'
import { type BulkTransaction, endPublications } from './end-publications.ts'
import { draftsOfPage } from './page-components.ts'
import { type RecordedChanges, recordChanges, restoreChanges } from './recorded-changes.ts'

interface BulkChangesOptions {
  types: TypeRegistry
  transact: Transact
  publishDue: () => Promise<unknown>
}

/** The result of a change, or of its rehearsal. */
interface BulkResult {
  /** Names the change, to undo it; null where nothing was changed, or more than can be kept. */
  iri: Iri | null
  /** True if the change can be undone, or could be, had it been made. */
  isUndoable: boolean
  consequences: BulkConsequences
  /** The copies that were made, in the order of what they are copies of. */
  copies: readonly Iri[]
}

/** Ends a transaction in which nothing is to be changed, with what would be. */
class Rehearsal extends Error {
  readonly result: BulkResult

  constructor(result: BulkResult) {
    super()
    this.result = result
  }
}

/** Ends a transaction that has published a draft which was due, as that must not be undone together with the change. */
class DueMeanwhile extends Error {}

/** Returns why a resource is refused that was changed or deleted since it was listed; throws anything else. */
const conflictOf = ({ iri }: BulkMember, at: number, thrown: unknown): Violation => {
  const propertyPath = `members[${at}]`
  if (thrown instanceof NotFoundError)
    return { iri, propertyPath, message: 'Somebody has deleted this meanwhile.' }
  if (!(thrown instanceof VersionMismatchError)) throw thrown
  return { iri, propertyPath, message: 'Somebody has changed this meanwhile.' }
}

/** Throws a `MembersChangedError` that names all resources which are no longer as they were listed. */
const requireVersions = async (mutations: AuthorizedMutations, members: readonly BulkMember[]) => {
  const conflicts: Violation[] = []
  for (const [at, member] of members.entries()) {
    const { iri, etag } = member
    const found = mutations.find(iri, { expectedEtags: etag === undefined ? null : [etag] })
    await found.catch((thrown: unknown) => void conflicts.push(conflictOf(member, at, thrown)))
  }
  if (conflicts.length) throw new MembersChangedError(conflicts)
}

/** Calls `change` for each resource, and throws the violations of all of them together. */
const changeEach = async (
  members: readonly BulkMember[],
  change: (iri: Iri) => Promise<unknown>,
) => {
  const violations: Violation[] = []
  for (const [at, { iri }] of members.entries())
    await change(iri).catch((thrown: unknown) => {
      if (!(thrown instanceof ValidationError)) throw thrown
      for (const violation of thrown.violations)
        violations.push({ iri, ...entryViolation('members', at, violation) })
    })
  if (violations.length) throw new ValidationError(violations)
}

const requirePage = (iri: Iri, ...types: (string | null)[]) => {
  if (types.includes(iriTypeOf(iri))) return
  throw new ValidationError([{ propertyPath: '', message: 'This cannot be done with it.' }])
}

/** Publishes the drafts of a page, and returns their number. */
const publishDrafts = async (page: Iri, { types, mutations, work }: BulkTransaction) => {
  const drafts = await work.query((graph) => draftsOfPage(graph, types, page))
  for (const draft of drafts) await mutations.publish(draft)
  return drafts.length
}

/** One of several resources may be gone with another of them. */
const removeIfThere = async (iri: Iri, { mutations, work }: BulkTransaction) => {
  if (await work.query((graph) => graph.row(iri))) await mutations.remove(iri)
}

/** The number of resources that may be made at once, while all other writes wait. */
const maxMade = 5_000

/** Copies a page or page data, and returns the IRI of the copy. */
const duplicate = async (iri: Iri, { mutations, work }: BulkTransaction) => {
  requirePage(iri, 'PAGE', 'PAGE_DATA')
  const copy = await mutations.duplicate(iri)
  if (work.rowChanges.size <= maxMade) return copy
  const message = 'There is too much on these to be copied at once. Copy fewer.'
  throw new ValidationError([{ propertyPath: '', message }])
}

/** The result of a change: the counts of what it has published or published no longer, and the copies it has made. */
interface Change {
  published: PublicationConsequences
  copies: readonly Iri[]
}

const change = async (
  { action, members, layout }: BulkRequest,
  transaction: BulkTransaction,
): Promise<Change> => {
  let drafts = 0
  const copies: Iri[] = []
  const changeOne: Readonly<Record<BulkAction, (iri: Iri) => Promise<void>>> = {
    delete: (iri) => removeIfThere(iri, transaction),
    async publish(iri) {
      requirePage(iri, 'PAGE', 'PAGE_DATA')
      drafts += await publishDrafts(iri, transaction)
    },
    async unpublish(iri) {
      requirePage(iri, 'PAGE', 'PAGE_DATA')
    },
    async layout(iri) {
      requirePage(iri, 'PAGE')
      await transaction.mutations.update(iri, { layout: layout ?? null })
    },
    async duplicate(iri) {
      copies.push(await duplicate(iri, transaction))
    },
  }
  await changeEach(members, changeOne[action])
  if (action !== 'unpublish') return { published: { ...nothingPublished, drafts }, copies }
  // A publication that several of them show ends too, unless other pages show it as well.
  const pages = members.map(({ iri }) => iri)
  return { published: await endPublications(pages, transaction), copies }
}

interface RunOptions {
  isRehearsal: boolean
  /** The id of the change. One that copies and was made with it already is not made again. */
  id?: string | undefined
}

type RunBulkChange = (
  request: BulkRequest,
  viewer: Viewer,
  options: RunOptions,
) => Promise<BulkResult>

const iriSet = (members: readonly BulkMember[]) => new Set(members.map(({ iri }) => iri))

/** Returns the result of copies as they were recorded. Of each member one page or page data was made, in their order. */
const copiesIn = (id: string, content: RecordedChanges, { members }: BulkRequest): BulkResult => ({
  iri: changeIri(id),
  isUndoable: true,
  consequences: { ...consequencesOf(content, iriSet(members)), ...nothingPublished },
  copies: (content.created ?? []).flatMap(({ iri }) =>
    ['PAGE', 'PAGE_DATA'].includes(iriTypeOf(iri) ?? '') ? [iri] : [],
  ),
})

const otherKeyMessage =
  'The key of this request was used for the change of another account. Try again, with another key.'

/** Returns what an account has made by an earlier attempt; null if there was none. Refuses the id of somebody else's change. */
const findEarlier = async (
  { tx, now }: UnitOfWork,
  request: BulkRequest,
  { userId: accountId }: Viewer,
  { id }: RunOptions,
) => {
  const time = Date.parse(now)
  if (id === undefined || accountId === null || !(await isKept(tx, id, time))) return null
  const kept = await findRestoration(tx, { id, accountId }, time).catch((thrown: unknown) => {
    if (!(thrown instanceof NotFoundError)) throw thrown
    throw new ValidationError([{ propertyPath: '', message: otherKeyMessage }])
  })
  return 'content' in kept ? copiesIn(id, kept.content, request) : null
}

/** Returns a function that makes a change in a transaction, or ends that with what it would do. */
const createRun =
  ({ types, transact }: Omit<BulkChangesOptions, 'publishDue'>): RunBulkChange =>
  (request, viewer, options) =>
    transact(viewer, async (mutations, work) => {
      if (work.rowChanges.size > 0) throw new DueMeanwhile()
      const earlier = await findEarlier(work, request, viewer, options)
      if (earlier) return earlier
      await requireVersions(mutations, request.members)
      const { published, copies } = await change(request, { types, mutations, work })
      const content = await recordChanges(work, { withCreated: request.action === 'duplicate' })
      const consequences = { ...consequencesOf(content, iriSet(request.members)), ...published }
      if (options.isRehearsal)
        throw new Rehearsal({
          iri: null,
          isUndoable: canKeep({ content }),
          consequences,
          copies: [],
        })
      if (content.rows.length === 0 && copies.length === 0)
        return { iri: null, isUndoable: false, consequences, copies }
      const { id } = options
      const { action } = request
      const kept = { id, action, accountId: viewer.userId!, restoration: { content } }
      const iri = await keepRestoration(work.tx, kept, Date.parse(work.now))
      return { iri, isUndoable: iri !== null, consequences, copies }
    })

/** Creates the changes of several resources of content at once. */
export const createBulkChanges = ({ publishDue, ...options }: BulkChangesOptions) => {
  const run = createRun(options)

  /** Runs a change after what is due was published by itself. */
  const runAfterDue: RunBulkChange = async (...args) => {
    await publishDue()
    return run(...args).catch((thrown: unknown) => {
      if (thrown instanceof Rehearsal) return thrown.result
      if (thrown instanceof DueMeanwhile) return runAfterDue(...args)
      throw thrown
    })
  }

  return {
    /** Makes a change of all resources, or throws and changes none. Copies are made once with an id. */
    change: (request: BulkRequest, viewer: Viewer, id?: string) =>
      runAfterDue(request, viewer, { isRehearsal: false, id }),

    /** Returns what a change would do. Throws as the change itself would. */
    rehearse: (request: BulkRequest, viewer: Viewer) =>
      runAfterDue(request, viewer, { isRehearsal: true }),

    /** Undoes a change that the viewer has made. Throws a `ValidationError` that names what was changed since. */
    undo: (id: string, viewer: Viewer) =>
      options.transact(viewer, async (_, work) => {
        const accountId = viewer.userId
        if (accountId === null) throw accessError(viewer)
        const restoration = await findRestoration(work.tx, { id, accountId }, Date.parse(work.now))
        if (!('content' in restoration)) throw new NotFoundError()
        await restoreChanges(work, restoration.content)
        await deleteRestoration(work.tx, id)
      }),
  }
}
