/**
 * Creates version 7 UUIDs (RFC 9562), which sort by age, so that lists and indexes need no other order. With a given
 * time, the library uuid does not keep the order within one millisecond.
 */
import { randomBytes } from 'node:crypto'

let last = { time: 0, count: 0 }

/** Returns a new id. `now` is in milliseconds since 1970; ids of the same millisecond are in the order of the calls. */
export const newId = (now: number) => {
  // A counter keeps the order within one millisecond.
  last = now > last.time ? { time: now, count: 0 } : { time: last.time, count: last.count + 1 }
  if (last.count > 0xfff) last = { time: last.time + 1, count: 0 }
  const time = last.time.toString(16).padStart(12, '0')
  const count = last.count.toString(16).padStart(3, '0')
  const random = randomBytes(8)
  random[0] = (random[0]! & 0x3f) | 0x80
  const rest = random.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${rest.slice(0, 4)}-${rest.slice(4)}`
}
