/**
 * XML from outside: parsed whole by saxes, which is strict, knows namespaces, unfolds nothing and takes as long as the text is
 * long (`tests/server/scaling.test.ts`).
 */
import { SaxesParser, type SaxesTagNS } from 'saxes'

const deepest = 100

export interface XmlRules {
  /** Called with each element and how deep it stands, the root being the first; gives what is wrong with it, or null. */
  element?: (element: SaxesTagNS, depth: number) => string | null
  /** Called after each element, with how deep it stood and the index of what follows its closing tag. */
  closed?: (depth: number, end: number) => void
  /** Called after each opening tag, with the index of what follows it. */
  opened?: (depth: number, end: number) => void
  /** What drawing programs write before a drawing; never with declarations of its own. */
  allowsDoctype?: boolean
}

class XmlError extends Error {}

/** Returns why a text is no well-formed XML within the rules, or null. It is not read further than the first trouble. */
export const xmlTrouble = (xml: string, rules: XmlRules = {}): string | null => {
  const refuse = (trouble: string): never => {
    throw new XmlError(trouble)
  }
  const parser = new SaxesParser({ xmlns: true, position: true })
  let depth = 0
  parser.on('error', ({ message }) => refuse(`This is no well-formed XML: ${message}`))
  parser.on('processinginstruction', () => refuse('Leave out processing instructions (<?…?>).'))
  parser.on('doctype', (doctype) => {
    if (!rules.allowsDoctype || doctype.includes('[')) refuse('Leave out the DOCTYPE.')
  })
  // Before namespaces are looked up, which takes the longer the deeper they are.
  parser.on('opentagstart', () => {
    depth += 1
    if (depth > deepest) refuse(`Nest at most ${deepest} elements.`)
  })
  parser.on('opentag', (element) => {
    const trouble = rules.element?.(element, depth)
    if (trouble) refuse(trouble)
    rules.opened?.(depth, parser.position)
  })
  parser.on('closetag', () => {
    rules.closed?.(depth, parser.position)
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
