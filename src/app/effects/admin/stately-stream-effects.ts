/** Provides the effects of the stream to Stately's inspector. Loaded with the viewer of machines. */
import { type AnyActorRef, fromCallback } from 'xstate'
import { xstateConfigOf } from '#charts/export/xstate-config.ts'
import { machinesOf, statelyEventsOf } from '#charts/live/stately-events.ts'
import type { RecordedPart } from '#charts/live/recorded-steps.ts'
import { type StatelyStreamEvent, statelyStreamMachine } from '#machines/admin/stately-stream.ts'
import { readChart } from './chart-files.ts'
import { recordingOf, rootOf } from './recorder.ts'

/** The name that the library gives the window of the inspector. */
const windowName = 'xstateinspector'
/** The time in which changes are sent together, and the time in which a closed window is noticed, in milliseconds. */
const interval = 50
const closedInterval = 500

export const statelyStream = statelyStreamMachine.provide({
  actors: {
    sendToInspector: fromCallback<StatelyStreamEvent, undefined>(({ self, sendBack }) => {
      // At once, since browsers open windows only right after a press; the library then uses the one with this name.
      const opened = open('', windowName)
      if (!opened) {
        sendBack({ type: 'window.refused' })
        return
      }
      const controller = new AbortController()
      const { signal } = controller
      const fail = (error: unknown) => {
        if (signal.aborted) return
        opened.close()
        sendBack({ type: 'stream.failed', error })
      }
      streamTo(self, fail, signal).catch(fail)
      const timer = setInterval(() => {
        if (opened.closed) sendBack({ type: 'window.closed' })
      }, closedInterval)
      return () => {
        controller.abort()
        clearInterval(timer)
      }
    }),
  },
})

/** Opens the inspector in its window. Returns a function that sends an event to it, and one that ends it. */
async function openInspector() {
  const { createBrowserInspector } = await import('@statelyai/inspect')
  const { adapter, start, stop } = createBrowserInspector({
    autoStart: false,
    // The recorded events are plain JSON without private values.
    serialize: (event) => event,
    // All that the recorder keeps, since the inspector connects some time after it is opened.
    maxDeferredEvents: 10_000,
  })
  start()
  return { adapter, stop }
}

/** Sends what is recorded of the system of an actor, from the beginning on, until the signal. */
async function streamTo(actor: AnyActorRef, fail: (error: unknown) => void, signal: AbortSignal) {
  const { adapter, stop } = await openInspector()
  const rootId = rootOf(actor).sessionId
  const definitions = createDefinitions()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sent = Promise.resolve()
  const send = async (part: RecordedPart) => {
    await definitions.add(machinesOf(part))
    if (signal.aborted) return
    for (const event of statelyEventsOf(part, { rootId, definitionOf: definitions.get }))
      adapter.send(event)
  }
  const sendNext = () => {
    timer = undefined
    const part = stream.take()
    // One after the other, since a part may wait for a chart.
    sent = sent.then(() => send(part)).catch(fail)
  }
  const { recorder } = recordingOf(actor)
  const stream = recorder.stream(() => (timer ??= setTimeout(sendNext, interval)))
  if (!signal.aborted) sendNext()
  const end = () => {
    clearTimeout(timer)
    stream.stop()
    stop()
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end)
}

/** Returns the configurations of machines as JSON: `add` reads those that are not known yet, and `get` returns a known one. */
function createDefinitions() {
  const definitions = new Map<string, string>()
  const add = async (machines: readonly string[]) => {
    const missing = machines.filter((machine) => !definitions.has(machine))
    await Promise.all(
      missing.map(async (machine) => {
        const chart = await readChart(machine)
        if (chart) definitions.set(machine, JSON.stringify(xstateConfigOf(chart)))
      }),
    )
  }
  return { add, get: (machine: string) => definitions.get(machine) }
}
