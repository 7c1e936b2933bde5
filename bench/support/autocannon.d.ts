/** The parts of autocannon that are used here; it comes without types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
  }

  interface Options extends Request {
    url: string
    connections: number
    /** In seconds. */
    duration: number
    /** Requests that each connection sends one after the other. */
    requests?: (Request & { setupRequest?: (request: object) => object })[]
  }

  interface Result {
    requests: { average: number; total: number }
    /** Requests without a response. */
    errors: number
    non2xx: number
    /** In seconds. */
    duration: number
  }

  interface Run extends EventEmitter {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): this
    on(event: 'done', listener: (result: Result) => void): this
  }

  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): Run
}
