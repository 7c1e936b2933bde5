import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Returns the command for a tool in node_modules, run by this Node without a shell or npx. */
export const tool = (path) => [process.execPath, join(root, 'node_modules', path)]

/**
 * Runs a command in the repository and shows its output. Resolves to its exit code, or null if it could not be started
 * or was killed after `minutes`. `output` is the `stdio` option for its standard output.
 */
export const run = ([command, ...args], { env, minutes = 20, output = 'inherit' } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, 'inherit'],
      timeout: minutes * 60_000,
      killSignal: 'SIGKILL',
    })
    child.once('error', () => resolve(null))
    child.once('exit', (code) => resolve(code))
  })
