/** Reads the types of a machine's input and events, with the compiler of the project. */
import { basename, dirname, join } from 'node:path'
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'
import { statesBelow } from '../model/chart-model.ts'
import { modelOf } from '../model/model-of.ts'
import { generatedSamples } from '../paths/generated-samples.ts'
import { anyEvent } from '../paths/possible-paths.ts'
import type { FoundMachine } from './machine-modules.ts'
import { type SampleCode, objectCode, sampleCodeOf } from './sample-code.ts'

export interface MachineSamples {
  input: SampleCode
  /** Samples of each event that the machine has transitions for. */
  events: SampleCode[]
}

/** Returns samples of a machine's input and events, written as code. `root` is the folder of the project's tsconfig.json. */
export function readSampleCode(found: FoundMachine, root: string): MachineSamples {
  const outputs = outputsOf(found)
  const probe = join(dirname(found.file), `charts-probe-${basename(found.file)}`)
  const text = probeCode(found, [...outputs.values()])
  const config = join(root, 'tsconfig.charts-probe.json')
  const files = new Map([
    [probe, text],
    [config, JSON.stringify({ extends: './tsconfig.json', files: [probe] })],
  ])
  const api = new API({
    cwd: root,
    fs: {
      readFile: (file) => files.get(file),
      fileExists: (file) => (files.has(file) ? true : undefined),
    },
  })
  try {
    const { checker } = api.updateSnapshot({ openProjects: [config] }).getProject(config)!
    const typeOf = (name: string) => checker.getTypeAtPosition(probe, text.indexOf(`${name}:`))!
    const input = typeOf('input')
    return {
      input: isOptional(input)
        ? { values: ['undefined'], isGuess: false }
        : sampleCodeOf(input, checker, 'input'),
      events: eventCodes(found, checker, typeOf, outputs),
    }
  } finally {
    api.close()
  }
}

/** True for a type that nothing at all satisfies, too. */
const isOptional = (type: Type) =>
  (type.isUnionType() ? type.getTypes() : [type]).some(
    ({ flags }) => flags & (TypeFlags.Undefined | TypeFlags.Any | TypeFlags.Unknown),
  )

/** A module that does not exist, which declares what is to be read. */
const probeCode = ({ file, exportName }: FoundMachine, sources: readonly string[]) => `
import type { AnyActorLogic, EventFrom, InputFrom, OutputFrom, StateMachine } from 'xstate'
import type { ${exportName} } from './${basename(file)}'
type Machine = typeof ${exportName}
type Actors = Machine extends StateMachine<any, any, any, infer A, any, any, any, any, any, any, any, any, any, any, any> ? A : never
type Output<Source> = Extract<Actors, { src: Source }> extends { logic: infer L } ? L extends AnyActorLogic ? OutputFrom<L> : undefined : undefined
export declare const input: InputFrom<Machine>
export declare const event: EventFrom<Machine>
${sources.map((source, index) => `export declare const output${index}: Output<${JSON.stringify(source)}>`).join('\n')}
`

/** Returns the names of the logic of invoked actors, by the types of the events that tell their end. */
const outputsOf = ({ machine }: FoundMachine) =>
  new Map(
    statesBelow(modelOf(machine).root)
      .flatMap(({ invokes }) => invokes)
      .map(({ id, src }) => [`xstate.done.actor.${id}`, src ?? '']),
  )

function eventCodes(
  { machine }: FoundMachine,
  checker: Checker,
  typeOf: (name: string) => Type,
  outputs: ReadonlyMap<string, string>,
): SampleCode[] {
  const union = typeOf('event')
  const members = union.isUnionType() ? union.getTypes() : [union]
  const withOutput = [...outputs.keys()]
  return generatedSamples(machine).flatMap(({ type }): SampleCode[] => {
    const fixed = { type: `'${type}'` }
    const output = withOutput.indexOf(type)
    if (output !== -1) {
      const code = sampleCodeOf(typeOf(`output${output}`), checker, 'output')
      return [{ ...code, values: code.values.map((value) => doneCode(type, value)) }]
    }
    if (type.startsWith('xstate.error.actor.'))
      return [{ values: [`{ type: '${type}', error: new Error('failed') }`], isGuess: true }]
    const matching = members.filter((member) => hasType(member, type, checker))
    // An event that the types do not know cannot be sent; a machine without types takes any.
    if (matching.length === 0)
      return type === anyEvent || isTyped(members, checker)
        ? []
        : [{ values: [`{ type: '${type}' }`], isGuess: false }]
    return matching.map((member) => objectCode(member, checker, 0, fixed))
  })
}

const doneCode = (type: string, output: string) =>
  output === 'undefined' ? `{ type: '${type}' }` : `{ type: '${type}', output: ${output} }`

const typesOf = (event: Type, checker: Checker): readonly Type[] => {
  const property = checker.getPropertyOfType(event, 'type')
  const type = property && checker.getTypeOfSymbol(property)
  if (!type) return []
  return type.isUnionType() ? type.getTypes() : [type]
}

const hasType = (event: Type, type: string, checker: Checker) =>
  typesOf(event, checker).some((one) => one.isStringLiteralType() && one.value === type)

const isTyped = (members: readonly Type[], checker: Checker) =>
  members.every((member) =>
    typesOf(member, checker).every(({ flags }) => !(flags & TypeFlags.String)),
  )
