/** The real server as a process of its own, on a free port, with a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt, serverFile } from '../../../scripts/support/ensure-built.mjs'

export const password = 'a-long-enough-password'

const timeoutMilliseconds = 30_000

export interface ServerProcess {
  /** The address it listens at; the same after a restart. */
  url: string
  dataDir: string
  pid: () => number
  /** Returns the output of this process so far. */
  output: () => string
  exitCode: () => number | null
  /** Ends the process, by SIGKILL unless told otherwise, and waits until it is gone. */
  kill: (signal?: NodeJS.Signals) => Promise<void>
  /** Starts it again on the same port with the same folder; `within` is the beginning of a command that runs it. */
  start: (within?: readonly string[]) => Promise<void>
  /** Ends it and removes its folder. */
  dispose: () => Promise<void>
}

/** Before anything here: what is started must be made of the sources as they are. */
export const requireBuild = async () => {
  if (!(await ensureBuilt())) throw new Error('dist/ could not be built; see the output above.')
}

interface Ended {
  code: number | null
  output: string
}

/** Runs the server until it ends by itself: for starts that must be refused. */
export const runUntilExit = async (env: Record<string, string>): Promise<Ended> => {
  const child = spawnProcess(env)
  const output = collect(child)
  const [code] = (await once(child, 'exit', {
    signal: AbortSignal.timeout(timeoutMilliseconds),
  })) as [number | null]
  return { code, output: output() }
}

/**
 * Starts the built server on a free port with an empty data folder. Rejects when it does not start within 30 seconds.
 */
export const startServerProcess = async (
  env: Record<string, string> = {},
  file: URL = serverFile,
): Promise<ServerProcess> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'troupe-'))
  let port = '0'
  let running: ChildProcess
  let output: () => string

  const start = async (within?: readonly string[]) => {
    const own = { DATA_DIR: dataDir, PORT: port, ADMIN_PASSWORD: password, ...env }
    running = spawnProcess(own, file, within)
    output = collect(running)
    const url = await addressOf(running, output)
    port = new URL(url).port
    return url
  }
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (running.exitCode !== null || running.signalCode !== null) return
    const gone = once(running, 'exit')
    running.kill(signal)
    await gone
  }

  const url = await start()
  return {
    url,
    dataDir,
    pid: () => running.pid!,
    output: () => output(),
    exitCode: () => running.exitCode,
    kill,
    start: async (within) => void (await start(within)),
    dispose: async () => {
      await kill()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const spawnProcess = (
  env: Record<string, string>,
  file: URL = serverFile,
  within: readonly string[] = [],
) => {
  const [command = '', ...args] = [...within, process.execPath, fileURLToPath(file)]
  return spawn(command, args, {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      ADMIN_USERNAME: 'admin',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const collect = (running: ChildProcess) => {
  let output = ''
  const append = (chunk: Buffer) => (output += chunk.toString())
  running.stdout?.on('data', append)
  running.stderr?.on('data', append)
  return () => output
}

/** The address it prints once it listens. */
const addressOf = (running: ChildProcess, output: () => string) =>
  new Promise<string>((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(timer)
      outcome()
    }
    const fail = (why: string) => settle(() => reject(new Error(`The server ${why}:\n${output()}`)))
    const timer = setTimeout(() => {
      running.kill('SIGKILL')
      fail('did not say where it listens')
    }, timeoutMilliseconds)
    running.stdout?.on('data', () => {
      const [url] = /http:\/\/[\w.:[\]]+/.exec(output()) ?? []
      if (url) settle(() => resolve(url))
    })
    running.once('exit', (code) => fail(`ended with code ${code}`))
  })
