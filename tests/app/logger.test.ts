import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger, maxRepeats, repeatWindow } from '#src/app/browser/logger.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const run = () => {
  const lines: string[] = []
  return { lines, log: createLogger((line) => lines.push(line)) }
}

test('writes a message and at most five repeats within a second, then how many it held back', () => {
  const { lines, log } = run()
  for (let i = 0; i < 9; i += 1) log('No hub.')
  expect(lines).toEqual(Array.from({ length: 1 + maxRepeats }, () => 'No hub.'))
  vi.advanceTimersByTime(repeatWindow)
  expect(lines.at(-1)).toBe('No hub. (repeated 3 more times)')
  expect(lines).toHaveLength(1 + maxRepeats + 1)
})

test('writes a message again after a second', () => {
  const { lines, log } = run()
  for (let i = 0; i < 4; i += 1) {
    log('No hub.')
    vi.advanceTimersByTime(repeatWindow)
  }
  expect(lines).toEqual(['No hub.', 'No hub.', 'No hub.', 'No hub.'])
})

test('counts each message by itself', () => {
  const { lines, log } = run()
  for (let i = 0; i < 9; i += 1) log('No hub.')
  log('No manifest.')
  expect(lines.at(-1)).toBe('No manifest.')
})

test('loses no message and writes few lines, however often and whenever messages come', () => {
  const message = fc.constantFrom('a', 'b', 'c')
  const wait = fc.integer({ min: 0, max: 2 * repeatWindow })
  fc.assert(
    fc.property(fc.array(fc.tuple(message, wait)), (calls) => {
      const { lines, log } = run()
      let elapsed = 0
      for (const [text, pause] of calls) {
        log(text)
        vi.advanceTimersByTime(pause)
        elapsed += pause
      }
      vi.advanceTimersByTime(repeatWindow)
      for (const text of ['a', 'b', 'c']) {
        const own = lines.filter((line) => line.startsWith(text))
        const counted = own.map((line) => Number(/\d+/.exec(line)?.[0] ?? 1))
        const logged = calls.filter(([one]) => one === text).length
        expect(counted.reduce((sum, one) => sum + one, 0)).toBe(logged)
        const windows = Math.floor(elapsed / repeatWindow) + 1
        expect(own.length).toBeLessThanOrEqual(windows * (1 + maxRepeats + 1))
      }
    }),
  )
})
