/**
 * The XML that the owner of a site adds to its sitemap. It is sent from the site's own origin, where a browser could
 * run scripts in it as the site's, so only elements of sitemaps are allowed.
 */
import type { SaxesTagNS } from 'saxes'
import { findXmlError } from './parse-xml.ts'

export const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** https://developers.google.com/search/docs/crawling-indexing/sitemaps/combine-sitemap-extensions */
const extensions = new Set([
  'http://www.google.com/schemas/sitemap-image/1.1',
  'http://www.google.com/schemas/sitemap-video/1.1',
  'http://www.google.com/schemas/sitemap-news/0.9',
])
const xhtml = 'http://www.w3.org/1999/xhtml'

/** In bytes (api, section 11.8). */
const maxBytes = 1024 * 1024

/** The only XHTML element in a sitemap: `<xhtml:link rel="alternate" hreflang="de" href="…"/>`. */
const isAlternate = ({ local, attributes }: SaxesTagNS) =>
  local === 'link' &&
  attributes['rel']?.value === 'alternate' &&
  Object.keys(attributes).every((name) =>
    ['rel', 'hreflang', 'href', 'media', 'type'].includes(name),
  )

const checkSitemapElement = (element: SaxesTagNS, depth: number): string | null => {
  const { local, uri, name } = element
  if (depth === 1) {
    const isRoot = uri === sitemapNamespace && (local === 'urlset' || local === 'sitemapindex')
    return isRoot ? null : `Begin with <urlset xmlns="${sitemapNamespace}">.`
  }
  if (uri === sitemapNamespace || extensions.has(uri)) return null
  if (uri === xhtml && isAlternate(element)) return null
  return `“${name.slice(0, 100)}” is not an element of a sitemap.`
}

export interface CustomSitemap {
  /** The complete XML as it was stored. */
  xml: string
  /** For a `urlset`: the root's attributes and its content, to include in another list; null for a sitemap index. */
  list: { attributes: string; content: string } | null
}

type ParseResult = { error: string } | { sitemap: CustomSitemap }

const parseSitemap = (xml: string): ParseResult => {
  if (Buffer.byteLength(xml) > maxBytes) return { error: 'Write at most 1 MB of XML.' }
  let root: SaxesTagNS | undefined
  let [contentStart, end] = [0, 0]
  const error = findXmlError(xml, {
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
  if (error !== null || !root) return { error: error ?? 'There is no element.' }
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

/** Returns what is wrong with a sitemap, or null. */
export const findSitemapError = (xml: string): string | null => {
  const result = parseSitemap(xml)
  return 'error' in result ? result.error : null
}

/** Returns the owner's sitemap, or null when it is empty or (no longer) valid. */
export const parseCustomSitemap = (xml: string): CustomSitemap | null => {
  const result = xml.trim() ? parseOnce(xml) : null
  return result && 'sitemap' in result ? result.sitemap : null
}
