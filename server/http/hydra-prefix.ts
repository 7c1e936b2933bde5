/**
 * Hydra's names with their prefix beside the plain ones, for clients of before API Platform 4 that read only those
 * (`HYDRA_PREFIX`): https://www.hydra-cg.com/spec/latest/core/. Added as an answer leaves; nothing else knows of it.
 */
import type { MiddlewareHandler } from 'hono'

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Gives a node its names again with `hydra:` before them; what they hold is changed already. */
const prefixed = (node: Node, names: readonly string[]): Node => ({
  ...node,
  ...Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(node, name) ? [[`hydra:${name}`, node[name]]] : [])),
  ),
})

/** Changes what a node holds under one name, if that is a node or a list of nodes. */
const within = (node: Node, name: string, change: (inner: Node) => Node): Node => {
  const inner = node[name]
  if (Array.isArray(inner)) {
    return { ...node, [name]: inner.map((one: unknown) => (isNode(one) ? change(one) : one)) }
  }
  return isNode(inner) ? { ...node, [name]: change(inner) } : node
}

const isList = ({ member, totalItems }: Node) =>
  Array.isArray(member) && typeof totalItems === 'number'

const view = (node: Node) => prefixed(node, ['first', 'last', 'previous', 'next'])
const search = (node: Node) => prefixed(node, ['template', 'variableRepresentation', 'mapping'])

const list = (node: Node): Node =>
  prefixed(within(within(within(node, 'member', item), 'view', view), 'search', search), [
    ...['member', 'totalItems', 'view', 'search'],
  ])

/** A Collection component holds a list, and nothing else of an item is Hydra's. */
const item = (node: Node): Node =>
  node['@type'] === 'Collection'
    ? within(node, 'collection', (inner) => (isList(inner) ? list(inner) : inner))
    : node

const labelled = (node: Node): Node =>
  typeof node['title'] === 'string' ? { ...node, 'rdfs:label': node['title'] } : node

const property = (node: Node) =>
  typeof node['label'] === 'string' ? { ...node, 'rdfs:label': node['label'] } : node

const supportedProperty = (node: Node) =>
  prefixed(within(node, 'property', property), [
    ...['title', 'description', 'property', 'required', 'readable', 'writeable'],
  ])

const supportedOperation = (node: Node) =>
  prefixed(labelled(node), ['method', 'title', 'description', 'returns', 'expects'])

const supportedClass = (node: Node) =>
  prefixed(
    labelled(
      within(
        within(node, 'supportedProperty', supportedProperty),
        'supportedOperation',
        supportedOperation,
      ),
    ),
    ['title', 'description', 'supportedProperty', 'supportedOperation'],
  )

const documentation = (node: Node) =>
  prefixed(within(node, 'supportedClass', supportedClass), [
    ...['title', 'description', 'entrypoint', 'supportedClass'],
  ])

const error = (node: Node) => prefixed(node, ['title', 'description'])

const isError = ({ '@context': context }: Node) =>
  context === '/contexts/Error' || context === '/contexts/ConstraintViolation'

/** Returns a whole answer with the prefixed names in it. */
export const withHydraNames = (body: unknown): unknown => {
  if (!isNode(body)) return body
  if (isList(body)) return list(body)
  if (body['@type'] === 'ApiDocumentation') return documentation(body)
  return isError(body) ? error(body) : item(body)
}

/** Comes before everything that answers. */
export const hydraPrefix: MiddlewareHandler = async (c, next) => {
  await next()
  if (!/json/.test(c.res.headers.get('content-type') ?? '')) return
  const text = await c.res.text()
  const body = text ? JSON.stringify(withHydraNames(JSON.parse(text))) : null
  c.res = new Response(body, c.res)
}
