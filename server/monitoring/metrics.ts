/** Counts requests and measures the process in the format of Prometheus: https://prometheus.io/docs/concepts/data_model/ */
import type * as promClient from 'prom-client'
import type { Hub } from '../hub/hub.ts'
import type { Log } from '../log.ts'
import type { MailQueue } from '../mail/mail-queue.ts'

type PromClient = typeof promClient
type Registry = promClient.Registry

/** The state that is read when the metrics are. */
export interface MeasuredState {
  hub: Pick<Hub, 'status'>
  mail: Pick<MailQueue, 'status'>
}

export interface Metrics {
  contentType: string
  /** Returns all metrics as text. */
  read: () => Promise<string>
  /** Returns a log that counts the requests it is told of. */
  counted: (log: Log) => Log
  /** Adds the state of the content that this process serves. */
  addState: (state: MeasuredState) => void
}

/** The upper bounds of the durations of requests, in seconds. */
const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]
/** Any other method has one label, so that clients cannot make up any number of them. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const createRequestMetrics = ({ Counter, Histogram }: PromClient, registry: Registry) => {
  const registers = [registry]
  const requests = new Counter({
    name: 'troupe_http_requests_total',
    help: 'Requests by method and status.',
    labelNames: ['method', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'troupe_http_request_duration_seconds',
    help: 'Time until the response began.',
    buckets,
    registers,
  })
  return (method: string, status: number, milliseconds: number) => {
    requests.inc({ method: knownMethods.has(method) ? method : 'other', status })
    durations.observe(milliseconds / 1_000)
  }
}

/** Adds numbers that are read when the metrics are; not a number while the database is away. */
const addStateMetrics = (
  { Gauge }: PromClient,
  registry: Registry,
  { hub, mail }: MeasuredState,
) => {
  const add = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read().catch(() => Number.NaN))
      },
    })
  add('troupe_hub_connections', 'Browsers that receive live updates.', async () => {
    const { readers } = await hub.status()
    return readers
  })
  add('troupe_hub_events_behind', 'Events that are stored and not sent yet.', async () => {
    const { behind } = await hub.status()
    return behind
  })
  add('troupe_mail_queue_length', 'Mails that are to be sent.', async () => {
    const { waiting } = await mail.status()
    return waiting
  })
}

/** Creates the metrics of this process. The library is loaded only by servers that are measured. */
export const createMetrics = async (): Promise<Metrics> => {
  const client = await import('prom-client')
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  const count = createRequestMetrics(client, registry)
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    addState: (state) => addStateMetrics(client, registry, state),
    counted: (log) => ({
      ...log,
      request: (entry) => {
        count(entry.method, entry.status, entry.ms)
        log.request(entry)
      },
    }),
  }
}
