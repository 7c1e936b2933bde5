/** Events that are sent by hand: those that are understood, how they are written, and what they might destroy. */
import { expect, test } from 'vitest'
import { setup } from 'xstate'
import { destructionBy } from '../../charts/live/destruction.ts'
import { lastEventOf, readEvent, understoodEvents } from '../../charts/live/known-events.ts'
import type { Readiness } from '../../charts/live/readiness.ts'
import { modelOf } from '../../charts/model/model-of.ts'
import type { Statements } from '../../charts/prove/statement.ts'

const safe = setup({
  types: {} as {
    events: { type: 'asked' | 'confirmed' | 'emptied' | 'opened' | 'left' | 'tidied' }
  },
  actions: { deleteAll: () => {}, removeDust: () => {}, count: () => {}, burn: () => {} },
}).createMachine({
  id: 'safe',
  initial: 'closed',
  on: {
    emptied: { actions: 'deleteAll' },
    opened: { actions: 'count' },
    tidied: { actions: 'removeDust' },
  },
  states: {
    closed: { on: { asked: 'asking', left: 'gone', 'any.*': 'gone' } },
    asking: { on: { confirmed: 'closed' } },
    gone: { initial: 'burning', states: { burning: { entry: 'burn' } } },
  },
})
const chart = modelOf(safe)
const statements: Statements = {
  statements: [
    {
      says: 'It is emptied only after a question.',
      effect: { machine: 'safe', action: 'burn' },
      asked: [{ machine: 'safe', state: 'safe.asking', event: 'confirmed' }],
    },
  ],
  facts: [],
  exemptions: [{ effect: { machine: 'safe', action: 'removeDust' }, because: 'Dust is nothing.' }],
}
const destroyedBy = (event: string, state: string) =>
  destructionBy({ event, chart, active: new Set(['safe', state]) }, statements)

test.each([
  [
    'an answer with yes',
    'confirmed',
    'safe.asking',
    [/answers this question with yes: It is emptied/],
  ],
  ['the same elsewhere', 'confirmed', 'safe.closed', []],
  ['an action whose name says so', 'emptied', 'safe.closed', [/^It runs deleteAll\.$/]],
  [
    'an action that a statement is about, in a state that is entered',
    'left',
    'safe.closed',
    [/^It runs burn\.$/],
  ],
  ['one with an exemption', 'tidied', 'safe.closed', [/^It runs removeDust\. Dust is nothing\.$/]],
  ['anything else', 'opened', 'safe.closed', []],
])('says what is destroyed by %s', (_, event, state, sentences) => {
  const said = destroyedBy(event, state)
  expect(said).toHaveLength(sentences.length)
  for (const [at, sentence] of sentences.entries()) expect(said[at]).toMatch(sentence)
})

test('lists the events that are understood, without those of XState and any others', () => {
  const readiness = new Map<string, Readiness>([
    ['safe emptied', 'open'],
    ['safe opened', 'depends'],
    ['safe tidied', 'refused'],
    ['safe.closed any.*', 'open'],
    ['safe.closed asked', 'open'],
  ])
  expect(understoodEvents(chart, { active: new Set(), readiness })).toEqual([
    'emptied',
    'opened',
    'asked',
  ])
})

test('begins with the last event that such a machine has received', () => {
  const step = (machine: string, value: number) =>
    ({ event: { type: 'opened', value }, snapshot: { machine: { id: machine } } }) as never
  const steps = [step('safe', 1), step('safe', 2), step('door', 3)]
  expect(lastEventOf(steps, 'safe', 'opened')).toEqual({ type: 'opened', value: 2 })
  expect(lastEventOf(steps, 'safe', 'left')).toBeUndefined()
})

test.each([
  ['{"type":"opened","by":["me"]}', { event: { type: 'opened', by: ['me'] } }],
  ['{"type":"left"}', { refusal: 'The type of this event is "opened".' }],
  ['{"by":"me"}', { refusal: 'The type of this event is "opened".' }],
  ['[]', { refusal: expect.stringMatching(/written as JSON/) }],
  ['null', { refusal: expect.stringMatching(/written as JSON/) }],
  ['opened', { refusal: expect.stringMatching(/written as JSON/) }],
  ['{"type":"opened","by":{"$type":"private"}}', { refusal: expect.stringMatching(/Replace it/) }],
  [' '.repeat(100_001), { refusal: 'This event is too long.' }],
])('reads an event', (text, read) => expect(readEvent(text, 'opened')).toEqual(read))
