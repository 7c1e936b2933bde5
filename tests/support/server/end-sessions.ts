/** Ends all sessions of a site as their expiry does: their rows are gone, and the browsers are not told. */
import { join } from 'node:path'
import Libsql from 'libsql'

/** Deletes the sessions from the database of a site that may be running. */
export const endSessions = ({ dataDir }: { dataDir: string }) => {
  const database = new Libsql(join(dataDir, 'troupe.db'), { timeout: 5_000 })
  database.exec('delete from session')
  database.close()
}
