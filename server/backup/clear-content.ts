import type { Database } from '../store/db/schema.ts'

/**
 * Deletes all content and keeps the accounts. The events stay, so that browsers which reconnect with the id of one are
 * told what has changed since.
 */
export const clearContent = async (tx: Database) => {
  const tables = [
    'relation',
    'handle',
    'alias',
    'resource',
    'media_object',
    'form_submission',
    // Nothing of before can be restored into other content.
    'restoration',
  ] as const
  for (const table of tables) {
    await tx.deleteFrom(table).execute()
  }
}
