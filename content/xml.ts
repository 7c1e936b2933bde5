/** Whether a text is well-formed XML, by the rules of the specification's section 5; what the elements mean is not looked at. */

const name = String.raw`[\p{L}_:][\p{L}\p{N}\p{M}_:.\-·]*`
const attribute = String.raw`(${name})\s*=\s*("[^"<]*"|'[^'<]*')`
const tag = new RegExp(String.raw`^<(${name})((?:\s+${attribute})*)\s*(/?)>$`, 'u')
const closing = new RegExp(String.raw`^</(${name})\s*>$`, 'u')
/** Everything that begins with `<`, as far as it goes; quotes may hold a `>`. */
const markup =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE(?:[^[>]|\[[\s\S]*?\])*>|<(?:"[^"]*"|'[^']*'|[^<'">])*>?/g
const reference = /&(?!(?:#\d+|#x[\da-f]+|[\p{L}_:][\p{L}\p{N}_:.-]*);)/iu

const attributesOf = (text: string) =>
  [...text.matchAll(new RegExp(attribute, 'gu'))].map(([, own]) => own)

const repeated = (names: readonly (string | undefined)[]) =>
  names.find((one, at) => names.indexOf(one) !== at)

/** What is wrong with it, or null. */
export const xmlTrouble = (xml: string): string | null => {
  const open: string[] = []
  let hasRoot = false
  let end = 0
  const text = xml.replace(/^\uFEFF/, '')

  const troubleOfText = (between: string) => {
    if (!open.length && between.trim()) {
      return hasRoot ? 'There is text after the root element.' : 'A start tag is required.'
    }
    return reference.test(between) ? 'An & has to be written as &amp;.' : null
  }
  const troubleOf = (found: string, at: number) => {
    const is = (start: string, stop: string) => found.startsWith(start) && found.endsWith(stop)
    if (is('<?', '?>')) {
      return /^<\?xml\s/.test(found) && at > 0 ? 'The XML declaration has to come first.' : null
    }
    if (is('<![CDATA[', ']]>')) return open.length ? null : 'There is text outside the root.'
    if (is('<!--', '-->')) return null
    if (is('<!DOCTYPE', '>')) return hasRoot ? 'The DOCTYPE has to come first.' : null
    const [, closed] = closing.exec(found) ?? []
    if (closed !== undefined) return troubleOfEnd(closed)
    const [, opened, attributes = ''] = tag.exec(found) ?? []
    return opened === undefined
      ? `“${found.slice(0, 40)}” is not a tag: names, quotes and values have to be as XML wants them.`
      : troubleOfStart(opened, attributes, found.endsWith('/>'))
  }
  const troubleOfEnd = (closed: string) => {
    const expected = open.pop()
    if (expected === closed) return null
    return expected
      ? `“${expected}” is closed by “${closed}”.`
      : `“${closed}” is closed but was never opened.`
  }
  const troubleOfStart = (opened: string, attributes: string, isEmpty: boolean) => {
    if (!open.length && hasRoot) return 'There is more than one root element.'
    hasRoot = true
    const twice = repeated(attributesOf(attributes))
    if (twice) return `“${opened}” has the attribute “${twice}” twice.`
    if (reference.test(attributes)) return 'An & has to be written as &amp;.'
    if (!isEmpty) open.push(opened)
    return null
  }

  for (const { 0: found, index } of text.matchAll(markup)) {
    const trouble = troubleOfText(text.slice(end, index)) ?? troubleOf(found, index)
    if (trouble) return trouble
    end = index + found.length
  }
  const trouble = troubleOfText(text.slice(end))
  if (trouble) return trouble
  if (open.length) return `“${open.at(-1)}” is never closed.`
  return hasRoot ? null : 'A start tag is required.'
}
