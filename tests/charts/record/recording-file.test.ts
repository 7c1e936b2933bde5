/** A file may have been made by anyone: what is in it is checked before anything works with it. */
import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Json } from '../../../charts/model/chart-model.ts'
import { createRecorder } from '../../../charts/record/recorder.ts'
import { readRecording, writeRecording } from '../../../charts/record/recording-file.ts'
import { lamp } from '../../support/charts/recorded-machines.ts'

interface FileJson {
  [name: string]: Json
}

const written = (): FileJson => {
  const recorder = createRecorder()
  const root = createActor(lamp, { inspect: recorder.inspect }).start()
  root.send({ type: 'switch.pressed' })
  return JSON.parse(writeRecording(recorder.recording({ page: '/' }))) as FileJson
}

const readWith = (changes: FileJson) => readRecording(JSON.stringify({ ...written(), ...changes }))
const entryOf = (type: string) => {
  const { entries } = readWith({})
  return structuredClone(entries.find((entry) => entry.type === type)) as unknown as FileJson
}
const actorOf = (session: string, parent: string | null) => ({
  ...(entryOf('started')['actor'] as FileJson),
  ...{ session, parent },
})

test('reads what was written', () => {
  const { entries, about } = readWith({})
  expect(entries.length).toBeGreaterThan(3)
  expect(about).toEqual({ page: '/' })
})

/** A list inside a list, and so on. */
const nested = (depth: number): Json => {
  let value: Json = 'inside'
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}
/** Each place shows the next one twice. */
const doubled = (count: number): Json[] =>
  Array.from({ length: count }, (_, at) =>
    at + 1 < count ? [{ $shared: at + 1 }, { $shared: at + 1 }] : 'end',
  )
const eventWith = (data: Json): FileJson => ({
  ...entryOf('event'),
  event: { type: 'any', data },
})

test.each<[string, () => FileJson, RegExp]>([
  ['another format', () => ({ format: 'other' }), /^This file is no recording\.$/],
  ['another version', () => ({ version: 2 }), /has the version 2/],
  ['a version that is no number', () => ({ version: { toString: 1 } }), /has the version \?/],
  ['no shared values', () => ({ shared: null }), /first lines/],
  ['facts that are none', () => ({ about: [] }), /first lines/],
  ['a count that is none', () => ({ dropped: -1 }), /first lines/],
  ['no entries', () => ({ entries: { length: 3 } }), /no entries/],
  ['no actors', () => ({ actors: 'x' }), /actors are not/],
  ['no delays', () => ({ timers: [{}] }), /delays are not/],
  ['an unknown entry', () => ({ entries: [{ type: 'constructor', at: 1 }] }), /entry 1 is/],
  ['an entry of nobody', () => ({ entries: [{ ...entryOf('event'), actor: 3 }] }), /entry 1 is/],
  ['an event without a type', () => ({ entries: [{ ...entryOf('event'), event: {} }] }), /entry 1/],
  [
    'a machine in no state',
    () => {
      const { snapshot, ...actor } = actorOf('a', null) as FileJson
      return {
        entries: [],
        actors: [{ ...actor, snapshot: { ...(snapshot as FileJson), value: 3 } }],
      }
    },
    /in no state/,
  ],
  [
    'an actor before its parent',
    () => ({ entries: [], actors: [actorOf('a', 'b'), actorOf('b', 'a')] }),
    /before its parent/,
  ],
  ['its own parent', () => ({ entries: [], actors: [actorOf('a', 'a')] }), /before its parent/],
  [
    'an endless row of parents',
    () => ({
      entries: [],
      actors: Array.from({ length: 200 }, (_, at) => actorOf(`${at}`, at ? `${at - 1}` : null)),
    }),
    /too many parents/,
  ],
  [
    'a value inside itself',
    () => ({ shared: [[{ $shared: 0 }]], entries: [{ $shared: 0 }], actors: [] }),
    /contains itself/,
  ],
  ['a value that is missing', () => ({ entries: [{ $shared: 99_999 }] }), /does not have/],
  ['a place that is no number of one', () => ({ entries: [{ $shared: -1 }] }), /does not have/],
  ['what is nested too deeply', () => ({ entries: [eventWith(nested(3_000))] }), /too deeply/],
  [
    'what grows without an end',
    () => ({ shared: doubled(60), entries: [eventWith({ $shared: 0 })], actors: [] }),
    /too large/,
  ],
])('refuses %s', (_, changes, reason) => {
  expect(() => readWith(changes())).toThrow(reason)
})

test.each([['words'], ['null'], ['3'], ['[]'], ['']])('refuses the text %j', (text) => {
  expect(() => readRecording(text)).toThrow(/no recording/)
})

test('names of properties that mean something to JavaScript are only names', () => {
  const text = JSON.stringify({ ...written(), entries: [] }).replace(
    '"page":"/"',
    '"__proto__":{"isAdmin":true}',
  )
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
  expect(Object.keys(readRecording(text).about)).toEqual(['__proto__'])
})
