/**
 * Measures pages in a browser without a debugger. While one is attached, as Playwright does it, V8 parses the whole
 * bundle again at the first `Error`, to find the position of each call. With a slow processor that is a long task, which
 * visitors do not have. This uses only those methods of the DevTools protocol that open a slowed page, over a pipe.
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

interface Response {
  id?: number
  result?: unknown
  error?: { message: string }
}

/** Returns a function that calls a method of the protocol and resolves with its result. */
const connect = (input: Writable, output: Readable): Send => {
  const pending = new Map<
    number,
    { resolve: (result: never) => void; reject: (why: Error) => void }
  >()
  let rest = ''
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0')
    rest = messages.pop()!
    for (const { id, result, error } of messages.map((text) => JSON.parse(text) as Response)) {
      const waiting = id === undefined ? undefined : pending.get(id)
      if (id === undefined || !waiting) continue
      pending.delete(id)
      if (error) waiting.reject(new Error(error.message))
      else waiting.resolve(result as never)
    }
  })
  let last = 0
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      last += 1
      pending.set(last, { resolve, reject })
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

interface PageMeasurement {
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
const measurePage = async <Result>(
  send: Send,
  { url, before, slowness, milliseconds, ask }: PageMeasurement,
) => {
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
  const { result } = await send<{ result: { value: Result } }>(
    'Runtime.evaluate',
    { expression: ask, returnByValue: true },
    sessionId,
  )
  await send('Target.disposeBrowserContext', { browserContextId })
  return result.value
}

/** Starts the browser, passes `measure` a function that measures a page in it, and returns its result. */
export const withCdpBrowser = async <Result>(
  measure: (
    measurePage: <Recorded>(measurement: PageMeasurement) => Promise<Recorded>,
  ) => Promise<Result>,
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
    const send = connect(browser.stdio[3] as Writable, browser.stdio[4] as Readable)
    return await measure((measurement) => measurePage(send, measurement))
  } finally {
    browser.kill()
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
