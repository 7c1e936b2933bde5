/**
 * Adds `hydra:`-prefixed names beside the plain ones, for clients from before API Platform 4 that read only those
 * (`HYDRA_PREFIX`): https://www.hydra-cg.com/spec/latest/core/. Nothing else in the server knows about it.
 */
import type { MiddlewareHandler } from 'hono'
import { isObject } from '#content/is-object.ts'

type Node = Record<string, unknown>

/** Returns a node with some of its names repeated with the `hydra:` prefix. */
const withPrefixedNames = (node: Node, names: readonly string[]): Node => ({
  ...node,
  ...Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(node, name) ? [[`hydra:${name}`, node[name]]] : [])),
  ),
})

/** Maps a property of a node, if it is a node or a list of nodes. */
const mapProperty = (node: Node, name: string, change: (inner: Node) => Node): Node => {
  const inner = node[name]
  if (Array.isArray(inner)) {
    return { ...node, [name]: inner.map((one: unknown) => (isObject(one) ? change(one) : one)) }
  }
  return isObject(inner) ? { ...node, [name]: change(inner) } : node
}

/** A list that was not counted has no total, but a view. */
const isList = ({ member, totalItems, view: shown }: Node) =>
  Array.isArray(member) && (typeof totalItems === 'number' || isObject(shown))

const view = (node: Node) => withPrefixedNames(node, ['first', 'last', 'previous', 'next'])
const search = (node: Node) =>
  withPrefixedNames(node, ['template', 'variableRepresentation', 'mapping'])

const list = (node: Node): Node =>
  withPrefixedNames(
    mapProperty(mapProperty(mapProperty(node, 'member', item), 'view', view), 'search', search),
    [...['member', 'totalItems', 'view', 'search']],
  )

/**
 * Returns a single resource with the prefixed names. Only Collection components are changed, because they contain a
 * list.
 */
const item = (node: Node): Node =>
  node['@type'] === 'Collection'
    ? mapProperty(node, 'collection', (inner) => (isList(inner) ? list(inner) : inner))
    : node

const withRdfsLabel = (node: Node): Node =>
  typeof node['title'] === 'string' ? { ...node, 'rdfs:label': node['title'] } : node

const property = (node: Node) =>
  typeof node['label'] === 'string' ? { ...node, 'rdfs:label': node['label'] } : node

const supportedProperty = (node: Node) =>
  withPrefixedNames(mapProperty(node, 'property', property), [
    ...['title', 'description', 'property', 'required', 'readable', 'writeable'],
  ])

const supportedOperation = (node: Node) =>
  withPrefixedNames(withRdfsLabel(node), ['method', 'title', 'description', 'returns', 'expects'])

const supportedClass = (node: Node) =>
  withPrefixedNames(
    withRdfsLabel(
      mapProperty(
        mapProperty(node, 'supportedProperty', supportedProperty),
        'supportedOperation',
        supportedOperation,
      ),
    ),
    ['title', 'description', 'supportedProperty', 'supportedOperation'],
  )

const documentation = (node: Node) =>
  withPrefixedNames(mapProperty(node, 'supportedClass', supportedClass), [
    ...['title', 'description', 'entrypoint', 'supportedClass'],
  ])

const error = (node: Node) => withPrefixedNames(node, ['title', 'description'])

const isError = ({ '@context': context }: Node) =>
  context === '/contexts/Error' || context === '/contexts/ConstraintViolation'

/** Returns a response body with the prefixed names. */
const withHydraNames = (body: unknown): unknown => {
  if (!isObject(body)) return body
  if (isList(body)) return list(body)
  if (body['@type'] === 'ApiDocumentation') return documentation(body)
  return isError(body) ? error(body) : item(body)
}

/** Adds the prefixed names to JSON responses. This middleware has to come first. */
export const hydraPrefix: MiddlewareHandler = async (c, next) => {
  await next()
  if (!/json/.test(c.res.headers.get('content-type') ?? '')) return
  const text = await c.res.text()
  const body = text ? JSON.stringify(withHydraNames(JSON.parse(text))) : null
  c.res = new Response(body, c.res)
}
