/** A plugin of the build that leaves the descriptions of states and guards out of the browser bundle: only charts show them. */
import { type ESTree, type Rolldown, Visitor } from 'vite'

type Member = ESTree.ObjectExpression['properties'][number]

interface Cut {
  start: number
  end: number
}

/** Returns the plugin. */
export const withoutDescriptions = () => ({
  name: 'without-descriptions',
  apply: 'build' as const,
  transform(this: Rolldown.PluginContext, code: string, id: string, { ssr = false } = {}) {
    if (ssr || !/\/machines\/.+\.ts$/.test(id)) return null
    return { code: removeDescriptions(code, this.parse(code)), map: null }
  },
})

/** Returns the code of a machine, whose syntax tree is given, without its descriptions. */
export function removeDescriptions(code: string, program: ESTree.Program) {
  const cuts: Cut[] = []
  new Visitor({ ObjectExpression: (object) => void cuts.push(...cutsIn(object, code)) }).visit(
    program,
  )
  return cuts
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code)
}

/** Returns what is cut from an object. One that only adds a description to another is replaced by that one. */
function cutsIn({ properties, start, end }: ESTree.ObjectExpression, code: string): Cut[] {
  const cut = properties.filter(isDescribing)
  const [other, ...others] = properties.filter((property) => !isDescribing(property))
  if (cut.length > 0 && other?.type === 'SpreadElement' && others.length === 0)
    return [
      { start, end: other.argument.start },
      { start: other.argument.end, end },
    ]
  return cut.map((property) => ({
    start: property.start,
    end: property.end + /^\s*,?/.exec(code.slice(property.end))![0].length,
  }))
}

/** True for the description of a state, which is a plain text, and for the descriptions of guards in `meta`. */
function isDescribing(property: Member) {
  if (property.type !== 'Property' || property.key.type !== 'Identifier') return false
  const { key, value } = property
  if (key.name === 'description') return value.type === 'Literal'
  return (
    key.name === 'meta' &&
    value.type === 'ObjectExpression' &&
    value.properties.every(
      (each) =>
        each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === 'guards',
    )
  )
}
