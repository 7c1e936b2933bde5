/** Deletes the files of the demo content. */
import type { Media } from '../media/media.ts'
import { lockedTransaction } from '../store/db/locked-transaction.ts'
import type { Database } from '../store/db/schema.ts'
import { type MediaObjectData, mediaObjectType } from '../store/types/media-object-data.ts'

/** Deletes all files of a new site, where nobody has uploaded any yet. Call it once no content has them any more. */
export const deleteDemoFiles = async (db: Database, media: Pick<Media, 'deleteFile'>) => {
  const deleted = await lockedTransaction(db, async (tx) => {
    const rows = await tx.deleteFrom('media_object').returning('data').execute()
    await tx.deleteFrom('handle').where('type', '=', mediaObjectType).execute()
    return rows
  })
  for (const { data } of deleted) {
    const { file } = JSON.parse(data) as MediaObjectData
    await media.deleteFile(file)
  }
}
