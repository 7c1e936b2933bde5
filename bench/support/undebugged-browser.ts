/**
 * A browser that nobody debugs. With a debugger's eye on a page, as Playwright has it, V8 reads the whole bundle again
 * at the first Error that is made, to know where it stands; on a slowed-down processor that alone is a long task, and no
 * reader has it. This speaks the few words of the DevTools protocol that open a slow page, over a pipe.
 * https://chromedevtools.github.io/devtools-protocol/
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { launchOptions } from '../../scripts/support/browser.mjs'

type Send = <Result>(method: string, params?: object, sessionId?: string) => Promise<Result>

interface Answer {
  id?: number
  result?: unknown
  error?: { message: string }
}

const speak = (input: Writable, output: Readable): Send => {
  const asked = new Map<
    number,
    { resolve: (result: never) => void; reject: (why: Error) => void }
  >()
  let rest = ''
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0')
    rest = messages.pop()!
    for (const { id, result, error } of messages.map((text) => JSON.parse(text) as Answer)) {
      const waiting = id === undefined ? undefined : asked.get(id)
      if (id === undefined || !waiting) continue
      asked.delete(id)
      if (error) waiting.reject(new Error(error.message))
      else waiting.resolve(result as never)
    }
  })
  let last = 0
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      last += 1
      asked.set(last, { resolve, reject })
      input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`)
    })
}

interface Slowness {
  /** The round-trip time, in milliseconds. */
  latency: number
  /** Bytes per second. */
  downloadThroughput: number
  uploadThroughput: number
  /** The factor by which it is slower than this machine. */
  processor: number
}

interface Look {
  url: string
  /** Runs in the page before anything else. */
  before: string
  slowness: Slowness
  /** Milliseconds to wait before the page is inspected. */
  milliseconds: number
  /** An expression that returns what the page has recorded. */
  ask: string
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Opens an empty page in a profile of its own. */
const openPage = async (send: Send) => {
  const { browserContextId } = await send<{ browserContextId: string }>(
    'Target.createBrowserContext',
  )
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    width: 1280,
    height: 800,
  })
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  })
  return { browserContextId, sessionId }
}

/** Opens an address in a profile of its own, waits, and returns what the page has recorded. */
const look = async <Seen>(send: Send, { url, before, slowness, milliseconds, ask }: Look) => {
  const { browserContextId, sessionId } = await openPage(send)
  const { processor, ...network } = slowness
  await send('Page.enable', {}, sessionId)
  // Requests of a worker are not slowed down with those of its page.
  const source = `navigator.serviceWorker.register = () => new Promise(() => {});${before}`
  await send('Page.addScriptToEvaluateOnNewDocument', { source }, sessionId)
  await send('Network.enable', {}, sessionId)
  await send('Network.emulateNetworkConditions', { offline: false, ...network }, sessionId)
  await send('Emulation.setCPUThrottlingRate', { rate: processor }, sessionId)
  await send('Page.navigate', { url }, sessionId)
  await pause(milliseconds)
  const { result } = await send<{ result: { value: Seen } }>(
    'Runtime.evaluate',
    { expression: ask, returnByValue: true },
    sessionId,
  )
  await send('Target.disposeBrowserContext', { browserContextId })
  return result.value
}

export const withUnwatchedBrowser = async <Result>(
  measure: (see: <Seen>(what: Look) => Promise<Seen>) => Promise<Result>,
) => {
  const { executablePath, args } = launchOptions()
  if (!executablePath) throw new Error('There is no browser to measure with.')
  const profile = await mkdtemp(join(tmpdir(), 'troupe-browser-'))
  const browser = spawn(
    executablePath,
    [...args, '--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const ended = once(browser, 'exit')
  try {
    const send = speak(browser.stdio[3] as Writable, browser.stdio[4] as Readable)
    return await measure((what) => look(send, what))
  } finally {
    browser.kill()
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
