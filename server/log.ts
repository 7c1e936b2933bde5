/**
 * The log: one line of JSON for each request and each problem, buffered for a moment so that a request never waits for
 * a pipe. The line of a request is built by hand, because a library such as pino makes the benchmarks of items and
 * pages slower, and few other lines would be left for it.
 */
import { mailLinkPaths } from '#content/navigation/mail-link-paths.ts'

export interface Log {
  request: (entry: { method: string; path: string; status: number; ms: number }) => void
  error: (problem: unknown, path: string) => void
  /** Logs a warning: something that is not an error yet but should be looked at. */
  warn: (message: string, path: string) => void
  /** Makes the log leave out what follows these paths: a secret or the name of an account. */
  addSecretPaths: (paths: readonly string[]) => void
  /** Writes the buffered lines. */
  flush: () => void
}

const flushDelay = 100

const patternOf = (paths: readonly string[]) => {
  const escaped = paths.map((path) => path.replace(/[^\w/-]/g, String.raw`\$&`))
  return new RegExp(`^(${escaped.join('|')})/.+`)
}

/** Returns a buffer of lines that writes itself after a moment. */
const createLineBuffer = (write: (text: string) => void) => {
  let lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines.length) write(`${lines.join('\n')}\n`)
    lines = []
  }
  const add = (line: string) => {
    lines.push(line)
    timer ??= setTimeout(flush, flushDelay).unref()
  }
  return { add, flush }
}

/** Returns the time as text. It is formatted once per millisecond, since that takes longer than the rest of a line. */
const createTimestamp = () => {
  let formatted = { at: 0, as: '' }
  return () => {
    const at = Date.now()
    if (formatted.at !== at) formatted = { at, as: new Date(at).toISOString() }
    return formatted.as
  }
}

/** Creates a log that writes its lines with `write`, several at a time. */
export const createLog = (write: (text: string) => void): Log => {
  const secretPaths = [...mailLinkPaths]
  let secretPattern = patternOf(secretPaths)
  const withoutSecrets = (path: string) => path.replace(secretPattern, '$1/…')
  const { add, flush } = createLineBuffer(write)
  const now = createTimestamp()

  return {
    // Built by hand because it runs for every request.
    request: ({ method, path, status, ms }) =>
      add(
        `{"time":"${now()}","method":"${method}","path":${JSON.stringify(withoutSecrets(path))},"status":${status},"ms":${ms.toFixed(1)}}`,
      ),
    error: (problem, path) => {
      const message =
        problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)
      const entry = { time: now(), level: 'error', path: withoutSecrets(path), problem: message }
      add(JSON.stringify(entry))
    },
    warn: (message, path) =>
      add(JSON.stringify({ time: now(), level: 'warning', path, problem: message })),
    addSecretPaths: (paths) => {
      secretPaths.push(...paths)
      secretPattern = patternOf(secretPaths)
    },
    flush,
  }
}

export const noopLog: Log = {
  request: () => {},
  error: () => {},
  warn: () => {},
  addSecretPaths: () => {},
  flush: () => {},
}
