import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'

/** A tool of this project's own node_modules, run by this Node: no shell and no npx in between. */
export const tool = (path) => [process.execPath, join(root, 'node_modules', path)]

/**
 * Runs a command in the repository with its output shown, and answers with its exit code; null when it
 * could not be started or had to be ended after `minutes`. `output` is where its standard output goes.
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
