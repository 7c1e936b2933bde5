/**
 * XML from outside: parsed whole by saxes, which is strict, knows namespaces, unfolds nothing and takes as long as the text is
 * long (`tests/server/scaling.test.ts`).
 */
import { SaxesParser, type SaxesTagNS } from 'saxes'

const deepest = 100
/** Saxes looks a namespace up through all levels above, and keeps every attribute of an element several times. */
const most = { elements: 100_000, attributes: 1_000 }

export interface XmlRules {
  /** Called with each element and how deep it stands, the root being the first; gives what is wrong with it, or null. */
  checkElement?: (element: SaxesTagNS, depth: number) => string | null
  /** Called after each element, with how deep it stood and the index of what follows its closing tag. */
  onClosed?: (depth: number, end: number) => void
  /** Called after each opening tag, with the index of what follows it. */
  onOpened?: (depth: number, end: number) => void
  /**
   * Takes what drawing programs write around a drawing: a DOCTYPE, which may give short names to plain text and nothing else,
   * and processing instructions that are not for browsers.
   */
  isSvg?: boolean
}

/** Of a DOCTYPE and of what a name in it stands for, in characters: few bytes could otherwise stand for many. */
const longest = { doctype: 5_000, entity: 100 }

/** Returns what a DOCTYPE gives names to, or null where it declares anything else. */
const entitiesIn = (doctype: string): [name: string, text: string][] | null => {
  const start = doctype.indexOf('[')
  if (start < 0) return []
  if (doctype.length > longest.doctype) return null
  const entities: [string, string][] = []
  const rest = doctype
    .slice(start + 1, doctype.lastIndexOf(']'))
    .replace(/<!ENTITY\s+([\w.-]+)\s+"([^"<&%]*)"\s*>/g, (_all, name: string, text: string) => {
      entities.push([name, text])
      return ''
    })
  const isPlain = rest.trim() === '' && entities.every(([, text]) => text.length <= longest.entity)
  return isPlain ? entities : null
}

class XmlError extends Error {}

/** Returns why a text is no well-formed XML within the rules, or null. It is not read further than the first trouble. */
export const findXmlError = (xml: string, rules: XmlRules = {}): string | null => {
  const refuse = (trouble: string): never => {
    throw new XmlError(trouble)
  }
  const parser = new SaxesParser({ xmlns: true, position: true })
  let [depth, elements, attributes] = [0, 0, 0]
  parser.on('error', ({ message }) => refuse(`This is no well-formed XML: ${message}`))
  parser.on('processinginstruction', ({ target }) => {
    if (rules.isSvg && target !== 'xml-stylesheet') return
    refuse('Leave out processing instructions (<?…?>).')
  })
  parser.on('doctype', (doctype) => {
    const entities = rules.isSvg ? entitiesIn(doctype) : null
    for (const [name, text] of entities ?? refuse('Leave out the DOCTYPE.')) {
      parser.ENTITIES[name] ??= text
    }
  })
  // Before namespaces are looked up, which takes the longer the deeper they are.
  parser.on('opentagstart', () => {
    depth += 1
    elements += 1
    attributes = 0
    if (elements > most.elements) refuse(`Use at most ${most.elements} elements.`)
    if (depth > deepest) refuse(`Nest at most ${deepest} elements.`)
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > most.attributes)
      refuse(`Give an element at most ${most.attributes} attributes.`)
  })
  parser.on('opentag', (element) => {
    const trouble = rules.checkElement?.(element, depth)
    if (trouble) refuse(trouble)
    rules.onOpened?.(depth, parser.position)
  })
  parser.on('closetag', () => {
    rules.onClosed?.(depth, parser.position)
    depth -= 1
  })
  try {
    parser.write(xml).close()
    return null
  } catch (thrown) {
    if (thrown instanceof XmlError) return thrown.message
    throw thrown
  }
}
