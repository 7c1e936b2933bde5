import { expect, test } from 'vitest'
import { createActor, setup } from 'xstate'
import { machinesOf, statelyEventsOf } from '../../charts/live/stately-events.ts'
import { createRecorder } from '../../charts/record/recorder.ts'

const lamp = setup({
  types: {} as { context: { password: string }; events: { type: 'switched'; token: string } },
}).createMachine({
  id: 'lamp',
  context: { password: 'correct-horse' },
  initial: 'off',
  states: { off: { on: { switched: 'on' } }, on: {} },
})

/** Records a lamp that is switched on, and returns the parts before and after that. */
const recordedParts = () => {
  const recorder = createRecorder()
  const lampRef = createActor(lamp).start()
  recorder.attach(lampRef)
  const stream = recorder.stream(() => {})
  const before = stream.take()
  lampRef.send({ type: 'switched', token: 'secret-token' })
  const after = stream.take()
  stream.stop()
  return { rootId: lampRef.sessionId, before, after }
}

test('tells of an actor before what it has received, with the definition of its machine', () => {
  const { rootId, before, after } = recordedParts()
  expect(machinesOf(before)).toEqual(['lamp'])
  const options = { rootId, definitionOf: (machine: string) => `{"id":"${machine}"}`, now: 5 }
  const told = [before, after].flatMap((part) => statelyEventsOf(part, options))
  expect(told.map(({ type, sessionId }) => [type, sessionId])).toEqual([
    ['@xstate.actor', rootId],
    ['@xstate.event', rootId],
    ['@xstate.snapshot', rootId],
  ])
  expect(told[0]).toMatchObject({
    definition: '{"id":"lamp"}',
    parentId: undefined,
    snapshot: { status: 'active', value: 'off' },
  })
  expect(told[1]).toMatchObject({ event: { type: 'switched' } })
  expect(told[2]).toMatchObject({ event: { type: 'switched' }, snapshot: { value: 'on' } })
})

test('names an actor whose machine is not known by its id', () => {
  const { rootId, before } = recordedParts()
  const [actor] = statelyEventsOf(before, { rootId, definitionOf: () => undefined })
  expect(actor).toMatchObject({ definition: expect.stringMatching(/^\{"id":".+"\}$/) })
})

test('has no private values', () => {
  const { rootId, before, after } = recordedParts()
  const options = { rootId, definitionOf: () => undefined }
  const text = JSON.stringify([before, after].flatMap((part) => statelyEventsOf(part, options)))
  expect(text).toContain('{"password":{"$type":"private"}}')
  expect(text).not.toContain('correct-horse')
  expect(text).not.toContain('secret-token')
})
