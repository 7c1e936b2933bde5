/** Measures thousands of streams, some of which are not read for a while: no event is missed, and memory stays bounded. */
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ApiEditor, signInEditor } from './api-editor.ts'
import { residentKilobytes } from './memory.ts'
import { nextMessage } from './next-message.ts'
import { withSite } from './harness.ts'

const script = fileURLToPath(new URL('slow-subscribers.mjs', import.meta.url))
const past = '2026-01-05T09:00:00+00:00'
const events = 10
/** Megabytes that only the slow subscribers receive, between small events for all. */
const largeEvents = 80
const padding = 'x'.repeat(100_000)
const settlingMilliseconds = 2_000
const timeoutMilliseconds = 60_000

interface StreamCounts {
  missed: number
  twice: number
  behind: number
}

export interface SlowStreamsResult extends StreamCounts {
  /** The most memory that the server used in addition while some clients did not read. */
  megabytes: number
}

/** Publishes the events; `sampleMemory` is called after each. */
const postEvents = async (post: ApiEditor['post'], sampleMemory: () => void) => {
  for (let number = 1; number <= events; number += 1) {
    for (let large = 0; large < largeEvents / events; large += 1) {
      await post('/component/html_contents', { html: `<p>${padding}</p>`, publishedAt: past })
      sampleMemory()
    }
    await post('/component/titles', { title: `number ${number} `, publishedAt: past })
    sampleMemory()
  }
}

/** Returns what the subscribers have counted once none is behind, or after a timeout. */
const finalCounts = async (child: ChildProcess, sampleMemory: () => void) => {
  const until = performance.now() + timeoutMilliseconds
  let counts: StreamCounts
  do {
    await setTimeout(settlingMilliseconds)
    sampleMemory()
    child.send({ last: events })
    counts = await nextMessage<StreamCounts>(child)
  } while (counts.behind && performance.now() < until)
  return counts
}

/** Measures `count` streams, of which `slow` are not read while the events are published. */
export const slowStreams = (count: number, slow: number): Promise<SlowStreamsResult> =>
  withSite(async (site) => {
    const { post } = await signInEditor(site)
    const { port } = new URL(site.url)
    const child = fork(script, [port, String(count), String(slow)])
    try {
      await nextMessage(child)
      await setTimeout(settlingMilliseconds)
      const before = residentKilobytes(site.pid())
      let most = before
      const sampleMemory = () => (most = Math.max(most, residentKilobytes(site.pid())))
      child.send('stop reading')
      await postEvents(post, sampleMemory)
      child.send('go on reading')
      const counts = await finalCounts(child, sampleMemory)
      return { ...counts, megabytes: (most - before) / 1_024 }
    } finally {
      child.kill('SIGKILL')
    }
  })
