/** Writes values of a type as code, for samples that somebody fills in. */
import { type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

export interface SampleCode {
  /** Values that may make a difference: each member of an enumeration, both booleans. */
  values: string[]
  /** True if a value is only a guess from its type. */
  isGuess: boolean
}

/** The largest number of values of one type, and the depth to which objects are written. */
const maxValues = 5
const maxDepth = 3

/** Returns values of a type. `name` is what they are called, which stands for a text. */
export function sampleCodeOf(type: Type, checker: Checker, name: string, depth = 0): SampleCode {
  if (type.isUnionType()) return unionCode(type.getTypes(), checker, name, depth)
  const { flags } = type
  if (flags & TypeFlags.Boolean) return known('false', 'true')
  if (flags & TypeFlags.Null) return known('null')
  if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return known('undefined')
  if (type.isLiteralType())
    return known(typeof type.value === 'string' ? textCode(type.value) : String(type.value))
  if (flags & TypeFlags.String) return guess(textCode(name))
  if (flags & TypeFlags.Number) return guess('1')
  if (type.isTemplateLiteralType()) return guess(templateCode(checker.typeToString(type), name))
  if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return guess('{}')
  if (checker.isArrayType(type)) return guess('[]')
  return isPlainObject(type, checker) && depth < maxDepth
    ? objectCode(type, checker, depth)
    : guess(`unfilled(${textCode(checker.typeToString(type).replaceAll('\n', ' '))})`)
}

const known = (...values: string[]): SampleCode => ({ values, isGuess: false })
const guess = (...values: string[]): SampleCode => ({ values, isGuess: true })

const textCode = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

/** A text of a pattern: `/${string}` becomes `/name`. */
const templateCode = (pattern: string, name: string) =>
  textCode(
    pattern.slice(1, -1).replace(/\$\{(\w+)\}/g, (_, kind) => (kind === 'string' ? name : '1')),
  )

function unionCode(types: readonly Type[], checker: Checker, name: string, depth: number) {
  const codes = types
    .filter(({ flags }) => !(flags & TypeFlags.Undefined) || types.length === 1)
    .map((type) => sampleCodeOf(type, checker, name, depth))
  return {
    values: [...new Set(codes.flatMap(({ values }) => values))].slice(0, maxValues),
    isGuess: codes.some(({ isGuess }) => isGuess),
  }
}

/** True for an object that a literal can be, and not for a class or a function. */
const isPlainObject = (type: Type, checker: Checker) =>
  (type.isObjectType() || type.isIntersectionType()) &&
  !((type.getSymbol()?.flags ?? 0) & SymbolFlags.Class) &&
  checker.getPropertiesOfType(type).every(({ flags }) => !(flags & SymbolFlags.Method)) &&
  checker.getSignaturesOfType(type, 0).length === 0

/** Returns an object with its required properties, and one more for each further value of one of them. */
export function objectCode(
  type: Type,
  checker: Checker,
  depth: number,
  fixed: Readonly<Record<string, string>> = {},
): SampleCode {
  const properties = checker
    .getPropertiesOfType(type)
    .filter(({ flags, name }) => !(flags & SymbolFlags.Optional) && !(name in fixed))
    .map((property) => ({
      name: property.name,
      code: sampleCodeOf(checker.getTypeOfSymbol(property)!, checker, property.name, depth + 1),
    }))
  const literal = (changed?: string, value?: string) => {
    const fields = properties.map(({ name, code }) => [
      name,
      name === changed ? value : code.values[0],
    ])
    const all = [...Object.entries(fixed), ...fields]
    return `{ ${all.map(([name, code]) => `${keyCode(name!)}: ${code}`).join(', ')} }`
  }
  const variants = properties.flatMap(({ name, code }) =>
    code.values.slice(1).map((value) => literal(name, value)),
  )
  return {
    values: [literal(), ...variants].slice(0, maxValues),
    isGuess: properties.some(({ code }) => code.isGuess),
  }
}

const keyCode = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : textCode(name))
