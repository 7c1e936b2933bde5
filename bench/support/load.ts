/** Sends many requests at once and measures the responses. */
import autocannon from 'autocannon'

interface Load {
  url: string
  connections: number
  seconds: number
  method?: string
  headers?: Record<string, string>
  requests?: {
    method?: string
    path: string
    headers?: Record<string, string>
    body?: string
    /** Returns the request to send, each time. */
    setupRequest?: (request: object) => object
  }[]
}

export interface LoadResult {
  perSecond: number
  /** The duration of each request, in milliseconds. */
  times: number[]
}

/** Requests that are not counted, because the server's code is still being compiled. */
export const warmUp = (options: Omit<Load, 'seconds'>) => load({ ...options, seconds: 2 })

/** Throws unless every response is successful: errors are returned faster. */
export const load = ({ seconds, ...options }: Load) =>
  new Promise<LoadResult>((resolve, reject) => {
    const times: number[] = []
    const run = autocannon({ ...options, duration: seconds }, (error, result) => {
      const bad = (result?.errors ?? 0) + (result?.non2xx ?? 0)
      if (error ?? bad)
        return reject(error ?? new Error(`${bad} requests to ${options.url} failed.`))
      resolve({ perSecond: times.length / result.duration, times })
    })
    run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  })

/** Measures alternately, several times, so that a slow moment of the machine does not affect one alone. */
export const measureInTurns = async <Value>(
  rounds: number,
  ...measures: (() => Promise<Value>)[]
) => {
  const values = measures.map((): Value[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, measure] of measures.entries()) values[at]!.push(await measure())
  }
  return values
}
