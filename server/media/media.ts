/**
 * Uploaded files of resources: stores them, describes them in the metadata, and deletes them when nothing refers to
 * them.
 */
import { randomBytes } from 'node:crypto'
import type { Iri } from '#content/model/iri.ts'
import { ValidationError } from '../domain-errors.ts'
import { type FileRecord, StoredFile, fileNames } from '../store/types/stored-file.ts'
import type { Body } from '../store/read/read-result.ts'
import type { Row } from '../store/graph/resource-graph.ts'
import type { Database } from '../store/db/schema.ts'
import type { TypeExtension } from '../store/types/type-registry.ts'
import type { TypeDefinition } from '../store/types/type-definition.ts'
import type { FileStorage } from './file-storage.ts'
import { mediaObjectsOf } from './media-objects.ts'
import {
  type ImageVariant,
  type ProcessedImage,
  InvalidFileError,
  processImage,
} from './process-image.ts'

const megabyte = 1024 * 1024
const maxFileSize = 5 * megabyte
const hour = 60 * 60 * 1000

/** An uploaded file: a part of a multipart body, or decoded from JSON. */
export class Upload {
  readonly name: string
  readonly bytes: Buffer
  /** The processed image; without it the file is processed when it is stored. */
  readonly image: ProcessedImage | undefined

  constructor(name: string, bytes: Buffer, picture?: ProcessedImage) {
    this.name = name
    this.bytes = bytes
    this.image = picture
  }
}

interface MediaOptions {
  db: Database
  files: FileStorage
  /** Base URL of the API, for the URLs of files: `https://site.test/_api`. */
  base: string
  clock?: () => number
  /** Called with errors of files that could not be deleted; the next start tries again. */
  log?: (problem: unknown) => void
}

export const filePropertiesOf = (definition: TypeDefinition) =>
  Object.entries(definition.properties).flatMap(([name, property]) =>
    property.type === 'file' ? [name] : [],
  )

export const createMedia = ({
  db,
  files,
  base,
  clock = Date.now,
  log = () => {},
}: MediaOptions) => {
  const urlOf = (api: string, iri: Iri, property: string) => (name: string) =>
    `${api}${iri}/download/${property}/${name}`

  const feature: TypeExtension = (definition) => {
    const properties = filePropertiesOf(definition)
    if (!properties.length) return {}
    return {
      metadata: ({ iri, data }, apiBase = base) => {
        const objects = properties.flatMap((property) => {
          const record = data[property]
          return isFileRecord(record)
            ? [[property, mediaObjectsOf(record, urlOf(apiBase, iri, property))] as const]
            : []
        })
        return objects.length ? { mediaObjects: Object.fromEntries(objects) } : {}
      },
    }
  }

  const storeFile = async ({ name, bytes, image }: Upload): Promise<FileRecord> => {
    if (bytes.length > maxFileSize) throw new InvalidFileError('Send at most 5 MB.')
    if (!bytes.length) throw new InvalidFileError('This file is empty.')
    const { type, variants, ...size } = image ?? (await processImage(bytes))
    const stem = `${slugOf(name)}-${randomBytes(4).toString('hex')}`
    const record: FileRecord = {
      name: `${stem}.${type.extension}`,
      mimeType: type.mimeType,
      size: type.length,
      ...size,
      variants: variants.map((variant) => toVariantRecord(stem, variant)),
    }
    const contents = [bytes.subarray(0, type.length), ...variants.map((variant) => variant.bytes)]
    const names = fileNames(record)
    const results = await Promise.allSettled(
      names.map((own, at) => files.write(own, contents[at]!)),
    )
    const failed = results.find(({ status }) => status === 'rejected')
    if (failed?.status !== 'rejected') return record
    // Some may have been written before the disk was full.
    await deleteFiles(names)
    throw failed.reason
  }

  const deleteFiles = async (names: readonly string[]) => {
    const removed = await Promise.allSettled(names.map((name) => files.remove(name)))
    for (const result of removed) if (result.status === 'rejected') log(result.reason)
  }

  const isReferenced = async (name: string) => {
    const row = await db
      .selectFrom('resource')
      .select('iri')
      .where('data', 'like', `%"name":"${name}"%`)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  const unreferenced = async (records: readonly FileRecord[]) => {
    const needs = await Promise.all(records.map(({ name }) => isReferenced(name)))
    return records.filter((_, at) => !needs[at])
  }

  /** Stores the files in a body and calls `write` with the result. Deletes them again when the write fails. */
  const storingFiles = async <Answer>(
    definition: TypeDefinition,
    body: Body,
    write: (body: Body) => Promise<Answer>,
  ): Promise<Answer> => {
    const stored: FileRecord[] = []
    const read = async (property: string, sent: unknown) => {
      if (sent === null || sent === '') return null
      const record = await storeFile(sent instanceof Upload ? sent : decodeUpload(property, sent))
      stored.push(record)
      return new StoredFile(record)
    }
    try {
      const ready: Body = { ...body }
      for (const property of filePropertiesOf(definition)) {
        const sent = body[property]
        if (sent !== undefined)
          ready[property] = await read(property, sent).catch(toViolation(property))
      }
      return await write(ready)
    } catch (thrown) {
      await deleteFiles(stored.flatMap(fileNames))
      throw thrown
    }
  }

  return {
    feature,
    storingFiles,
    read: files.read,

    /** Deletes the files of changed or deleted rows, unless another row refers to them. */
    async deleteReplaced(rows: readonly Row[]) {
      const records = rows.flatMap(({ data }) => Object.values(data).filter(isFileRecord))
      if (!records.length) return
      try {
        await deleteFiles((await unreferenced(records)).flatMap(fileNames))
      } catch (thrown) {
        log(thrown)
      }
    },

    /** Deletes files of processes that ended between storing a file and its resource. */
    async deleteOrphans() {
      // Recent ones may belong to a write in progress in another process.
      const old = (await files.list()).filter(({ modifiedAt }) => modifiedAt < clock() - hour)
      const needs = await Promise.all(old.map(({ name }) => isReferenced(name)))
      await deleteFiles(old.filter((_, at) => !needs[at]).map(({ name }) => name))
    },
  }
}

export type Media = ReturnType<typeof createMedia>

export const isFileRecord = (value: unknown): value is FileRecord =>
  typeof value === 'object' && value !== null && 'variants' in value && 'mimeType' in value

const toVariantRecord = (
  stem: string,
  { filter, bytes, mimeType, width, height }: ImageVariant,
) => ({
  filter,
  name: `${stem}.${filter}.webp`,
  mimeType,
  size: bytes.length,
  width,
  height,
})

/** Turns an `InvalidFileError` into a violation of the property. */
const toViolation = (propertyPath: string) => (thrown: unknown) => {
  if (!(thrown instanceof InvalidFileError)) throw thrown
  throw new ValidationError([{ propertyPath, message: thrown.message }])
}

/** Decodes a file in JSON, which is a data URI or plain base64. */
const decodeUpload = (property: string, sent: unknown): Upload => {
  const [, base64 = sent] =
    typeof sent === 'string' ? (/^data:[^,]{0,200};base64,(.*)$/is.exec(sent) ?? []) : []
  if (typeof base64 !== 'string' || !/^[\w+/-]+={0,2}\s*$/.test(base64)) {
    throw new InvalidFileError('Send the file as a data URI or in base64.')
  }
  return new Upload(property, Buffer.from(base64, 'base64'))
}

/** In characters. Limits the cost of normalizing a file name, which is quadratic. */
const maxNameLength = 255

const slugOf = (name: string) =>
  name
    .slice(-maxNameLength)
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '') || 'file'
