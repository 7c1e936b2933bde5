/** Parses the HTML of rich texts, and serializes their documents. */
import {
  DOMParser as DocumentParser,
  DOMSerializer,
  type Node as DocumentNode,
  type ParseOptions,
} from 'prosemirror-model'
import { schema } from './schema.ts'

export const documentParser = DocumentParser.fromSchema(schema)
const serializer = DOMSerializer.fromSchema(schema)

/** Returns the document of some HTML. Line breaks between its elements are no text. */
export function parseHtml(html: string, options?: ParseOptions) {
  const { body } = new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html')
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const breaks: Node[] = []
  while (texts.nextNode())
    if (/^\n(\s\s)?$/.test(texts.currentNode.nodeValue ?? '')) breaks.push(texts.currentNode)
  for (const node of breaks) node.parentNode?.removeChild(node)
  return documentParser.parse(body, options)
}

/** Returns the same, with the spaces at the ends of lines if this editor has written them: they were typed. */
export function parseTypedHtml(html: string) {
  const doc = parseHtml(html, { preserveWhitespace: true })
  return serializeHtml(doc) === html ? doc : parseHtml(html)
}

/** Returns the HTML of a document. */
export const serializeHtml = (doc: DocumentNode) => doc.children.map(htmlOfBlock).join('')

/** The HTML of blocks, which never change: a key replaces one block of a document and leaves all others in the next one. */
const knownHtml = new WeakMap<DocumentNode, string>()

function htmlOfBlock(block: DocumentNode) {
  const html = knownHtml.get(block) ?? serializeBlock(block)
  knownHtml.set(block, html)
  return html
}

function serializeBlock(block: DocumentNode) {
  const owner = document.implementation.createHTMLDocument()
  const element = owner.createElement('div')
  element.append(serializer.serializeNode(block, { document: owner }))
  return element.innerHTML
}

/** True for a document without text, dividers and the like. */
export function isEmptyDocument(doc: DocumentNode) {
  let isEmpty = true
  doc.descendants((node) => {
    if (node.isLeaf) isEmpty = false
    return isEmpty
  })
  return isEmpty
}
