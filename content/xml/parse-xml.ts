/**
 * Checks untrusted XML with saxes, which is strict, supports namespaces, expands no external entities and takes time
 * proportional to the length (`tests/server/scaling.test.ts`).
 * fast-xml-parser accepts documents that are not well-formed, and knows no namespaces.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes'

const maxDepth = 100
/**
 * The maximum number of elements, and of attributes of one: saxes looks a namespace up through all ancestors, and
 * stores every attribute several times.
 */
const maxCounts = { elements: 100_000, attributes: 1_000 }

export interface XmlRules {
  /** Called with each element and its depth, 1 for the root; returns what is wrong with it, or null. */
  checkElement?: (element: SaxesTagNS, depth: number) => string | null
  /** Called after each element, with its depth and the index after its closing tag. */
  onClosed?: (depth: number, end: number) => void
  /** Called after each opening tag, with its depth and the index after it. */
  onOpened?: (depth: number, end: number) => void
  /**
   * Allows what drawing programs write around an SVG: a DOCTYPE that defines only entities of plain text, and
   * processing instructions that browsers ignore.
   */
  isSvg?: boolean
}

/**
 * The maximum length of a DOCTYPE and of an entity in it, in characters: a few bytes could otherwise expand to many.
 */
const maxLengths = { doctype: 5_000, entity: 100 }

/** Returns the entities of a DOCTYPE, or null when it declares anything else. */
const parseEntities = (doctype: string): [name: string, text: string][] | null => {
  const start = doctype.indexOf('[')
  if (start < 0) return []
  if (doctype.length > maxLengths.doctype) return null
  const entities: [string, string][] = []
  const rest = doctype
    .slice(start + 1, doctype.lastIndexOf(']'))
    .replace(/<!ENTITY\s+([\w.-]+)\s+"([^"<&%]*)"\s*>/g, (_all, name: string, text: string) => {
      entities.push([name, text])
      return ''
    })
  const isPlain =
    rest.trim() === '' && entities.every(([, text]) => text.length <= maxLengths.entity)
  return isPlain ? entities : null
}

class XmlError extends Error {}

export interface XmlProblem {
  message: string
  /** The place up to which the text was read, both counted from 1; null for a text that was not read. */
  position: { line: number; column: number } | null
}

const notWellFormed = 'This is not well-formed XML: '

const refuse = (message: string): never => {
  throw new XmlError(message)
}

/** Counts elements and attributes against the limits, and knows the current depth. */
const createSizeCheck = () => {
  let [depth, elements, attributes] = [0, 0, 0]
  return {
    depth: () => depth,
    openTag() {
      depth += 1
      elements += 1
      attributes = 0
      if (elements > maxCounts.elements) refuse(`Use at most ${maxCounts.elements} elements.`)
      if (depth > maxDepth) refuse(`Nest at most ${maxDepth} elements.`)
    },
    addAttribute() {
      attributes += 1
      if (attributes > maxCounts.attributes)
        refuse(`Give an element at most ${maxCounts.attributes} attributes.`)
    },
    closeTag: () => (depth -= 1),
  }
}

const createParser = () => new SaxesParser({ xmlns: true, position: true })
type Parser = ReturnType<typeof createParser>

/** Refuses processing instructions and a DOCTYPE, except those that drawing programs write around an SVG. */
const checkProlog = (parser: Parser, isSvg = false) => {
  parser.on('processinginstruction', ({ target }) => {
    if (isSvg && target !== 'xml-stylesheet') return
    refuse('Leave out processing instructions (<?…?>).')
  })
  parser.on('doctype', (doctype) => {
    const entities = isSvg ? parseEntities(doctype) : null
    for (const [name, text] of entities ?? refuse('Leave out the DOCTYPE.')) {
      parser.ENTITIES[name] ??= text
    }
  })
}

/** Checks the elements against the limits and the rules. */
const checkElements = (parser: Parser, rules: XmlRules) => {
  const size = createSizeCheck()
  // Checked before namespaces are looked up, which takes longer the deeper the elements are.
  parser.on('opentagstart', size.openTag)
  parser.on('attribute', size.addAttribute)
  parser.on('opentag', (element) => {
    const message = rules.checkElement?.(element, size.depth())
    if (message) refuse(message)
    rules.onOpened?.(size.depth(), parser.position)
  })
  parser.on('closetag', () => {
    rules.onClosed?.(size.depth(), parser.position)
    size.closeTag()
  })
}

/** Returns the first problem of an XML text, or null when it is well-formed and within the rules. Parsing stops there. */
export const findXmlProblem = (xml: string, rules: XmlRules = {}): XmlProblem | null => {
  const parser = createParser()
  // Messages of saxes begin with the position.
  parser.on('error', ({ message }) => refuse(notWellFormed + message.replace(/^\d+:\d+: /, '')))
  checkProlog(parser, rules.isSvg)
  checkElements(parser, rules)
  try {
    parser.write(xml).close()
    return null
  } catch (thrown) {
    if (!(thrown instanceof XmlError)) throw thrown
    const { line, column } = parser
    return { message: thrown.message, position: { line, column: Math.max(column, 1) } }
  }
}

/** Returns a problem as one sentence. That of XML that is not well-formed says where. */
export const xmlErrorOf = ({ message, position }: XmlProblem) =>
  position
    ? message.replace(notWellFormed, `${notWellFormed}${position.line}:${position.column}: `)
    : message

/** Returns the first error in an XML text as one sentence, or null. */
export const findXmlError = (xml: string, rules?: XmlRules): string | null => {
  const problem = findXmlProblem(xml, rules)
  return problem && xmlErrorOf(problem)
}
