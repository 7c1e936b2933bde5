/**
 * Checks the XML that the owner of a site adds to its sitemap. It is sent from the site's own origin, where a browser
 * could run scripts in it as the site's, so only elements of sitemaps are allowed.
 */
import type { SaxesTagNS } from 'saxes'
import { type XmlProblem, findXmlProblem, xmlErrorOf } from './parse-xml.ts'

export const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const xhtml = 'http://www.w3.org/1999/xhtml'
type Vocabulary = Readonly<Record<string, readonly string[]>>

/** Returns the vocabulary of a namespace whose elements have no attributes. */
const plainElements = (names: string): Vocabulary =>
  Object.fromEntries(names.split(' ').map((name) => [name, []]))

/**
 * The elements of each namespace, with their attributes:
 * https://www.sitemaps.org/protocol.html
 * https://developers.google.com/search/docs/crawling-indexing/sitemaps/combine-sitemap-extensions
 */
const vocabularies: Readonly<Record<string, Vocabulary>> = {
  [sitemapNamespace]: plainElements(
    'urlset url loc lastmod changefreq priority sitemapindex sitemap',
  ),
  'http://www.google.com/schemas/sitemap-image/1.1': plainElements(
    'image loc caption geo_location title license',
  ),
  'http://www.google.com/schemas/sitemap-video/1.1': {
    ...plainElements(
      'video thumbnail_loc title description content_loc duration expiration_date rating view_count publication_date family_friendly requires_subscription live tag category',
    ),
    player_loc: ['allow_embed', 'autoplay'],
    content_segment_loc: ['duration'],
    restriction: ['relationship'],
    platform: ['relationship'],
    price: ['currency', 'type', 'resolution'],
    uploader: ['info'],
    gallery_loc: ['title'],
  },
  'http://www.google.com/schemas/sitemap-news/0.9': plainElements(
    'news publication name language title publication_date keywords genres stock_tickers access',
  ),
  [xhtml]: { link: ['rel', 'hreflang', 'href', 'media', 'type'] },
}
const namespaceDeclarations = 'http://www.w3.org/2000/xmlns/'
const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance'

/** The maximum size of the XML in bytes. */
const maxBytes = 1024 * 1024

const shortened = (name: string) => name.slice(0, 100)

/**
 * Returns an attribute that a sitemap may not have, or undefined. The only attribute of another namespace that it may
 * have is `schemaLocation`, which generators write.
 */
const findForeignAttribute = ({ attributes }: SaxesTagNS, allowed: readonly string[]) =>
  Object.values(attributes).find(({ uri, local }) => {
    if (uri === '') return !allowed.includes(local)
    return uri !== namespaceDeclarations && !(uri === schemaInstance && local === 'schemaLocation')
  })

const ownValue = <Value>(record: Readonly<Record<string, Value>>, key: string) =>
  Object.hasOwn(record, key) ? record[key] : undefined

const checkSitemapElement = (element: SaxesTagNS, depth: number): string | null => {
  const { local, uri, name, attributes } = element
  if (depth === 1) {
    const isRoot = uri === sitemapNamespace && (local === 'urlset' || local === 'sitemapindex')
    if (!isRoot) return `Begin with <urlset xmlns="${sitemapNamespace}">.`
  }
  const allowed = ownValue(ownValue(vocabularies, uri) ?? {}, local)
  // XHTML has one element here: `<xhtml:link rel="alternate" hreflang="de" href="…"/>`.
  const isElement = allowed && (uri !== xhtml || attributes['rel']?.value === 'alternate')
  if (!isElement) return `“${shortened(name)}” is not an element of a sitemap.`
  const foreign = findForeignAttribute(element, allowed)
  return foreign
    ? `“${shortened(foreign.name)}” is not an attribute of <${shortened(name)}>.`
    : null
}

export interface CustomSitemap {
  /** The complete XML as it was stored. */
  xml: string
  /** The attributes and the content of a `urlset`, to include in another list; null for a sitemap index. */
  list: { attributes: string; content: string } | null
}

type ParseResult = { problem: XmlProblem } | { sitemap: CustomSitemap }

const problemOf = (message: string): ParseResult => ({ problem: { message, position: null } })

/** True for a text of too many bytes. One with too many characters is not encoded to count them. */
const isTooLong = (xml: string) =>
  xml.length > maxBytes || new TextEncoder().encode(xml).length > maxBytes

const parseSitemap = (xml: string): ParseResult => {
  if (isTooLong(xml)) return problemOf('Write at most 1 MB of XML.')
  let root: SaxesTagNS | undefined
  let [contentStart, end] = [0, 0]
  const problem = findXmlProblem(xml, {
    checkElement: (element, depth) => {
      root ??= element
      return checkSitemapElement(element, depth)
    },
    onOpened: (depth, at) => {
      if (depth === 1) contentStart = at
    },
    onClosed: (depth, at) => {
      if (depth === 1) end = at
    },
  })
  if (problem) return { problem }
  if (!root) return problemOf('The XML contains no element.')
  const tag = xml.slice(xml.lastIndexOf(`<${root.name}`, contentStart), contentStart)
  const attributes = tag.slice(root.name.length + 1, root.isSelfClosing ? -2 : -1)
  const contentEnd = root.isSelfClosing ? contentStart : xml.lastIndexOf('</', end)
  // With a namespace prefix it would not fit into the other list.
  const isList = root.name === 'urlset'
  const content = xml.slice(contentStart, contentEnd)
  return { sitemap: { xml, list: isList ? { attributes, content } : null } }
}

/** Caches the last result: the XML rarely changes and is requested often. */
let lastParsed: { xml: string; read: ParseResult } | undefined
const parseOnce = (xml: string) => {
  if (lastParsed?.xml !== xml) lastParsed = { xml, read: parseSitemap(xml) }
  return lastParsed.read
}

/** Returns what is wrong with a sitemap, and where, or null. An empty one is not wrong. */
export const findSitemapProblem = (xml: string): XmlProblem | null => {
  const result = xml.trim() ? parseOnce(xml) : null
  return result && 'problem' in result ? result.problem : null
}

/** Returns what is wrong with a sitemap as one sentence, or null. */
export const findSitemapError = (xml: string): string | null => {
  const result = parseSitemap(xml)
  return 'problem' in result ? xmlErrorOf(result.problem) : null
}

/** Returns the owner's sitemap, or null when it is empty or (no longer) valid. */
export const parseCustomSitemap = (xml: string): CustomSitemap | null => {
  const result = xml.trim() ? parseOnce(xml) : null
  return result && 'sitemap' in result ? result.sitemap : null
}
