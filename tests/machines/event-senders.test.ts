/** Checks that each event of a machine is sent by code of the product, and that each emitted event is heard. */
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, StateMachine } from 'xstate'
import { getStateNodes } from 'xstate/graph'

const sources = import.meta.glob<string>('../../{machines,src,site}/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const exported = import.meta.glob<Record<string, unknown>>('../../machines/**/*.ts', {
  eager: true,
})

/** Matches the part of the catalog of emitted events that a machine adds. */
const emittedEvents =
  /^declare module '(?:\.\.\/)+emitted-events\.ts' \{\n {2}interface EmittedEvents \{\n([\s\S]*?)\n {2}\}\n\}\n/m

/** Returns code without comments and declarations of types. */
const withoutTypes = (source: string) =>
  source
    .replace(emittedEvents, '')
    .replaceAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(
      /^(?:export )?(?:type|interface) \w+.*\n(?:(?:[ \t|})].*)?\n)*?(?=\S)(?![ \t|})])/gm,
      '',
    )

const files = Object.entries(sources).map(([path, source]) => ({
  file: path.slice('../../'.length),
  code: withoutTypes(source),
}))

/** Code before the name of an event that is only compared, listened to, or asserted there. */
const onlyNamed = [
  /[=!]== $/,
  /\.on\($/,
  /\.can\(\{ type: $/,
  /assertEvent\(\w+, $/,
  /'isAction', params: \{ type: $/,
  // Lists of events to listen to.
  /\[(?:\s*'[\w.]+',)*\s*$/,
]

/** Returns the names of the events that a file sends, raises or emits. */
const sentIn = (code: string) =>
  new Set(
    [...code.matchAll(/'([a-z]\w*\.\w+)'(?!\]?:)/gi)].flatMap(({ index, 1: name = '' }) =>
      onlyNamed.some((pattern) => pattern.test(code.slice(0, index))) ? [] : [name],
    ),
  )

const kebabCase = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const machines = Object.entries(exported).flatMap(([path, values]) =>
  Object.values(values)
    .filter((value): value is AnyStateMachine => value instanceof StateMachine)
    .map((machine) => ({ id: machine.id, file: path.slice('../../'.length), machine })),
)

type Subscriptions = Readonly<Record<string, readonly string[]>>

/** Returns the events that a machine listens to, by the id of the actor that emits them. */
const subscriptionsOf = (machine: AnyStateMachine): [emitter: string, event: string][] =>
  [machine.root, ...getStateNodes(machine.root)]
    .flatMap(({ invoke }) => invoke.filter(({ src }) => src === 'listener'))
    .flatMap(({ input }) => Object.entries(input as unknown as Subscriptions))
    .flatMap(([emitter, events]) => events.map((event): [string, string] => [emitter, event]))

const isEmitted = ([emitter, event]: [string, string]) =>
  files.some(
    ({ file, code }) =>
      new RegExp(`^machines/(\\w+/)+${kebabCase(emitter)}\\.ts$`).test(file) &&
      sentIn(code).has(event),
  )

/** Returns the events that the interface, the effects, the machine itself and the actors that start it send. */
const sentTo = (machineFile: string) => {
  const name = machineFile.slice(machineFile.lastIndexOf('/') + 1)
  const senders = files.filter(
    ({ file, code }) =>
      !file.startsWith('machines/') || file === machineFile || code.includes(`/${name}'`),
  )
  return new Set(senders.flatMap(({ code }) => [...sentIn(code)]))
}

const isOwn = (event: string) => !event.startsWith('xstate.')

describe.each(machines)('$id', ({ file, machine }) => {
  const subscriptions = subscriptionsOf(machine)

  test('handles no event that nothing sends', () => {
    const heard = new Set(subscriptions.filter(isEmitted).map(([, event]) => event))
    const sent = sentTo(file)
    const unsent = machine.events.filter(
      (event) => isOwn(event) && !heard.has(event) && !sent.has(event),
    )
    expect(unsent).toEqual([])
  })

  test('listens to no event that it does not handle, or that is not emitted', () => {
    const unhandled = subscriptions.filter(([, event]) => !machine.events.includes(event))
    expect(unhandled).toEqual([])
    expect(subscriptions.filter((one) => !isEmitted(one))).toEqual([])
  })
})

test('each emitted event is heard', () => {
  const emitted = Object.values(sources).flatMap((source) => {
    const [, body = ''] = emittedEvents.exec(source) ?? []
    const [, emitter] = /^ {4}(\w+):/m.exec(body) ?? []
    return [...body.matchAll(/type: '([\w.]+)'/g)].map(({ 1: event }) => `${emitter} ${event}`)
  })
  expect(emitted.length).toBeGreaterThan(30)
  const heard = new Set(
    machines.flatMap(({ machine }) => subscriptionsOf(machine).map((one) => one.join(' '))),
  )
  const subscribed = (event: string) => files.some(({ code }) => code.includes(`.on('${event}'`))
  expect(emitted.filter((one) => !heard.has(one) && !subscribed(one.split(' ')[1]!))).toEqual([])
})
