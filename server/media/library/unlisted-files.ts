/**
 * Adds the files to the media library that resources have and it does not: those of older versions, whose contents no
 * migration of the database could read.
 */
import { createHash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { Iri } from '#content/model/iri.ts'
import { lockedTransaction } from '../../store/db/locked-transaction.ts'
import type { Database } from '../../store/db/schema.ts'
import { valueList } from '../../store/db/sql-dialect.ts'
import { mediaObjectType } from '../../store/types/media-object-data.ts'
import { type FileRecord, StoredFile, stemOf } from '../../store/types/stored-file.ts'
import { adoptFiles, stemProperty } from '../../store/write/persist/persist-files.ts'
import { UnitOfWork } from '../../store/write/unit-of-work.ts'
import { isFileRecord } from '../file-properties.ts'
import type { FileStorage } from '../file-storage.ts'

interface ResourceFile {
  iri: Iri
  property: string
  record: FileRecord
  createdAt: string
}

const batchSize = 500

/** Returns the resources after an IRI that have files, as many as one batch has. */
const resourcesWithFiles = (db: Database, after: Iri) =>
  db
    .selectFrom('resource')
    .select(['iri', 'data', 'created_at'])
    .where('iri', '>', after)
    .where('data', 'like', '%"variants":%')
    .orderBy('iri')
    .limit(batchSize)
    .execute()

const filesOf = (iri: Iri, data: string, createdAt: string): ResourceFile[] =>
  Object.entries(JSON.parse(data) as object).flatMap(([property, record]) =>
    isFileRecord(record) ? [{ iri, property, record, createdAt }] : [],
  )

/** Returns those of the stems that lead to the media library. */
const listedStems = async (db: Database, stems: readonly string[]) => {
  const rows = await db
    .selectFrom('handle')
    .select('value')
    .where('type', '=', mediaObjectType)
    .where('property', '=', stemProperty)
    .where(sql<SqlBool>`value in ${valueList(db, stems)}`)
    .execute()
  return new Set(rows.map(({ value }) => value))
}

/** Returns the files of resources that the media library does not have. */
export const findUnlistedFiles = async (db: Database): Promise<ResourceFile[]> => {
  const unlisted: ResourceFile[] = []
  let after: Iri = ''
  for (;;) {
    const rows = await resourcesWithFiles(db, after)
    const files = rows.flatMap(({ iri, data, created_at: at }) => filesOf(iri, data, at))
    const listed = await listedStems(
      db,
      files.map(({ record }) => stemOf(record.name)),
    )
    unlisted.push(...files.filter(({ record }) => !listed.has(stemOf(record.name))))
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return unlisted
    after = last.iri
  }
}

/** True if a resource still has a file. */
const stillHas = async (tx: Database, { iri, property, record }: ResourceFile) => {
  const row = await tx
    .selectFrom('resource')
    .select('data')
    .where('iri', '=', iri)
    .executeTakeFirst()
  const current: unknown = row && (JSON.parse(row.data) as Record<string, unknown>)[property]
  return isFileRecord(current) && current.name === record.name
}

/** Returns the name of a file without the characters that make it unique. */
const uploadedName = (name: string) => name.replace(/-[0-9a-f]{8}(?=\.)/, '')

const listFile = async (db: Database, file: ResourceFile, bytes: Buffer) => {
  const { iri, property, record, createdAt } = file
  const contentHash = createHash('sha256').update(bytes).digest('hex')
  await lockedTransaction(db, async (tx) => {
    if (!(await stillHas(tx, file))) return
    // The media object is as old as the resource, which is not changed.
    const work = new UnitOfWork(tx, createdAt)
    const label = uploadedName(record.name)
    const stored = new StoredFile({ record, contentHash, label, isWritten: true })
    const { mediaObjects } = await adoptFiles(work, { [property]: stored })
    await work.setTargets(iri, property, mediaObjects[property] ?? [])
    await work.flush()
  })
}

/** Adds the files of resources to the media library that it does not have, except those that are missing on the disk. */
export const listUnlistedFiles = async (db: Database, files: Pick<FileStorage, 'read'>) => {
  for (const file of await findUnlistedFiles(db)) {
    const bytes = await files.read(file.record.name)
    if (bytes) await listFile(db, file, bytes)
  }
}
