/** Measures the time from `npm start` in a fresh copy of the sources to its URL in the output, and of a second start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metric } from './support/metric.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Folders with generated files. */
const made = new Set(['.cache', '.git', 'data', 'dist', 'node_modules', 'test-results'])

const freshCopy = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'troupe-start-'))
  for (const name of await readdir(root))
    if (!made.has(name)) await cp(join(root, name), join(folder, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

const secondsToStart = async (folder: string) => {
  const began = performance.now()
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: ending npm alone would leave the server behind.
    detached: true,
  })
  try {
    let output = ''
    for await (const chunk of npm.stdout) {
      output += String(chunk)
      if (/http:\/\/[\d.]+:\d+/.test(output)) return (performance.now() - began) / 1000
    }
    throw new Error(`npm start ended without an address:\n${output}`)
  } finally {
    const gone = once(npm, 'exit')
    process.kill(-npm.pid!, 'SIGTERM')
    await gone
  }
}

export const measure = async (): Promise<Metric[]> => {
  const folder = await freshCopy()
  try {
    const cold = await secondsToStart(folder)
    const warm = await secondsToStart(folder)
    return [
      { name: 'npm start, cold', value: cold, unit: 's', limit: { atMost: 20 } },
      { name: 'npm start, second time', value: warm, unit: 's', limit: { atMost: 2 } },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
