/** Another process that has the write lock of a libsql file, as a backup or a command of an administrator would. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const script = `
import Libsql from 'libsql'
const database = new Libsql(process.argv[1])
database.exec('begin immediate')
process.stdout.write('held')
process.stdin.once('end', () => { database.exec('commit'); database.close() }).resume()
`

/** Has the lock once this resolves; `release` resolves when it is free and the process gone. */
export const holdWriteLock = async (dataDir: string) => {
  const holder = spawn(
    process.execPath,
    ['--input-type=module', '--eval', script, join(dataDir, 'troupe.db')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const exited = once(holder, 'exit')
  await once(holder.stdout, 'data')
  return {
    release: async () => {
      holder.stdin.end()
      await exited
    },
    kill: async () => {
      holder.kill('SIGKILL')
      await exited
    },
  }
}
