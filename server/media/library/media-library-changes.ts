/** The changes of the media library, each in a transaction of its own. */
import type { Iri } from '#content/model/iri.ts'
import { actorOf } from '../../audit/actor.ts'
import { insertAuditEntries } from '../../audit/insert-audit-entries.ts'
import { mediaObjectEntry } from '../../audit/media-object-entry.ts'
import { NotFoundError, ValidationError, VersionMismatchError } from '../../domain-errors.ts'
import { isoDate } from '../../store/db/iso-date.ts'
import { lockedTransaction } from '../../store/db/locked-transaction.ts'
import type { Database, MediaObjectTable } from '../../store/db/schema.ts'
import type { MediaUses } from '../../store/read/media-uses.ts'
import type { Body } from '../../store/read/read-result.ts'
import { type MediaObjectData, mediaColumnsOf } from '../../store/types/media-object-data.ts'
import { StoredFile } from '../../store/types/stored-file.ts'
import { violationCodes } from '../../store/types/violation-codes.ts'
import { adoptFiles } from '../../store/write/persist/persist-files.ts'
import { UnitOfWork } from '../../store/write/unit-of-work.ts'
import type { Media } from '../media.ts'
import { changedData } from './media-object-changes.ts'
import {
  type MediaObjectResult,
  type MediaRequest,
  mediaObjectEtag,
  mediaObjectResource,
} from './media-object-resource.ts'
import { mediaObjectDefinition } from './media-object-type.ts'

export interface MediaLibraryOptions {
  db: Database
  /** The base URL of the API, for requests that name none. */
  base: string
  media: Media
  uses: MediaUses
  clock: () => number
}

const parseData = ({ data }: MediaObjectTable) => JSON.parse(data) as MediaObjectData

export const findRow = (db: Database, iri: Iri) =>
  db.selectFrom('media_object').selectAll().where('iri', '=', iri).executeTakeFirst()

/** Returns the refusal to delete a file, which names the resources that have it. */
const inUse = (iris: readonly Iri[], total: number) => {
  const message = total === 1 ? 'This file is used once.' : `This file is used ${total} times.`
  return new ValidationError([
    { propertyPath: 'usedBy', message },
    ...iris.map((iri, at) => ({ iri, propertyPath: `usedBy[${at}]`, message: `Used by ${iri}.` })),
  ])
}

/** The maximum number of uses that a refusal names. */
const maxNamedUses = 30

const usersOf = async (tx: Database, iri: Iri) => {
  const rows = await tx
    .selectFrom('relation')
    .select('from_iri')
    .where('to_iri', '=', iri)
    .orderBy('from_iri')
    .limit(maxNamedUses)
    .execute()
  return rows.map((row) => row.from_iri)
}

/** The transaction of a change, with the request for it. */
interface ChangeContext extends Pick<MediaLibraryOptions, 'uses'> {
  tx: Database
  now: string
  request: MediaRequest
  base: string
}

const toResult = async ({ uses, tx, base }: ChangeContext, row: MediaObjectTable) => {
  const useCount = (await uses.count([row.iri], tx)).get(row.iri) ?? 0
  return { resource: mediaObjectResource(row, { useCount }, base), etag: mediaObjectEtag(row) }
}

/** Returns a file in the version that is expected; throws a `VersionMismatchError` for another one. */
const findExpected = async (context: ChangeContext, iri: Iri) => {
  const { expectedEtags } = context.request
  const row = await findRow(context.tx, iri)
  if (!row) throw new NotFoundError()
  if (expectedEtags && !expectedEtags.includes(mediaObjectEtag(row)))
    throw new VersionMismatchError(await toResult(context, row))
  return row
}

/** Logs what the request does to a file; null for one that does not exist. */
const log = (
  { tx, now, request }: ChangeContext,
  before: MediaObjectTable | null,
  after: MediaObjectTable | null,
) =>
  insertAuditEntries(
    tx,
    actorOf(request.viewer),
    [mediaObjectEntry(before, after)],
    Date.parse(now),
  )

/** Applies the changes of a body to a file, and returns its row. A new version is stored only if something changed. */
const changeRow = async (
  { tx, now }: ChangeContext,
  row: MediaObjectTable,
  body: Body,
): Promise<MediaObjectTable> => {
  const changed = changedData(parseData(row), body)
  const data = JSON.stringify(changed)
  if (data === row.data) return row
  const changes = {
    data,
    ...mediaColumnsOf(changed),
    version: row.version + 1,
    modified_at: now,
  }
  await tx.updateTable('media_object').set(changes).where('iri', '=', row.iri).execute()
  return { ...row, ...changes }
}

/** Returns the refusal of a request without a file. */
const noFile = () =>
  new ValidationError([
    { propertyPath: 'file', message: 'Choose a file.', code: violationCodes.blank },
  ])

/** Adds a stored file, unless the library has its content. */
const addFile = async (context: ChangeContext, file: StoredFile, body: Body) => {
  const { tx, now } = context
  const work = new UnitOfWork(tx, now)
  const isNew = (await work.mediaObjects.find(file.contentHash)) === null
  const { mediaObjects } = await adoptFiles(work, { file })
  await work.flush()
  const row = (await findRow(tx, mediaObjects['file']![0]!))!
  const added = isNew ? await changeRow(context, row, body) : row
  if (isNew) await log(context, null, added)
  return { ...(await toResult(context, added)), isNew }
}

/** Deletes a file that nothing has, and returns its data. */
const removeRow = async (context: ChangeContext, iri: Iri) => {
  const { tx, uses } = context
  const row = await findExpected(context, iri)
  const useCount = (await uses.count([iri], tx)).get(iri)
  if (useCount) throw inUse(await usersOf(tx, iri), useCount)
  await tx.deleteFrom('media_object').where('iri', '=', iri).execute()
  await tx.deleteFrom('handle').where('iri', '=', iri).execute()
  await log(context, row, null)
  return parseData(row)
}

/** Returns a function that runs a change in a transaction which holds the write lock. */
const createRunChange =
  ({ db, base, uses, clock }: MediaLibraryOptions) =>
  <Result>(request: MediaRequest, run: (context: ChangeContext) => Promise<Result>) =>
    lockedTransaction(db, (tx) =>
      run({ uses, tx, now: isoDate(clock()), request, base: request.base ?? base }),
    )

/** Returns the functions that change the library. */
export const createMediaLibraryChanges = (options: MediaLibraryOptions) => {
  const { media } = options
  const change = createRunChange(options)
  return {
    /**
     * Adds an uploaded file with the properties of the body. If the library has its content, that file is the result, and
     * stays as it is.
     */
    add: (body: Body, request: MediaRequest): Promise<MediaObjectResult & { isNew: boolean }> =>
      media.withStoredFiles(mediaObjectDefinition, body, ({ file }) => {
        if (!(file instanceof StoredFile)) throw noFile()
        return change(request, (context) => addFile(context, file, body))
      }),

    /** Changes the name, tags and alternative texts of a file. */
    update: (iri: Iri, body: Body, request: MediaRequest): Promise<MediaObjectResult> =>
      change(request, async (context) => {
        const row = await findExpected(context, iri)
        const changed = await changeRow(context, row, body)
        if (changed !== row) await log(context, row, changed)
        return toResult(context, changed)
      }),

    /** Deletes a file; throws a `ValidationError` that names what has it while anything does, drafts included. */
    async remove(iri: Iri, request: MediaRequest) {
      const { file } = await change(request, (context) => removeRow(context, iri))
      await media.deleteFile(file)
    },
  }
}
