/** `npm run admin` as a process of its own, as somebody types it beside a running server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../../scripts/admin.mjs', import.meta.url))

/** Runs the command and resolves with its exit code and its output. */
export const runAdminCommand = async (
  args: readonly string[],
  env: Record<string, string>,
  stdin = '',
) => {
  const running = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env['PATH'], ...env },
  })
  let out = ''
  let err = ''
  running.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  running.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  running.stdin.end(stdin)
  const [code] = (await once(running, 'close')) as [number]
  return { code, out, err }
}
