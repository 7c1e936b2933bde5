/** Validates a resource as it would be stored. */
import type { Iri } from '#content/model/iri.ts'
import type { Violation } from '#content/model/resource.ts'
import type { ResourceGraph } from '../../graph/resource-graph.ts'
import { storedData } from '../../read/serialize-context.ts'
import type { TypeRegistry } from '../../types/type-registry.ts'
import { publishViolations, requiredViolations } from '../../types/validate.ts'
import type { PreparedRequest } from './persist-request.ts'
import { uniqueViolations } from './unique-values.ts'
import { type ProposedResource, ruleViolations, secondRouteViolations } from './validation-rules.ts'

/** Returns the stored resource with the request's values and relations. */
const proposedResource = (
  graph: ResourceGraph,
  { request, data, targets }: PreparedRequest,
): ProposedResource => {
  const { definition, row, parsed } = request
  const stored = row ? storedData(graph, definition, row) : {}
  const relations = Object.entries(targets).map(
    ([name, iris]): [string, Iri[] | Iri | undefined] => [
      name,
      definition.properties[name]?.type === 'relations' ? iris : iris[0],
    ],
  )
  const proposed = { ...stored, ...data, ...Object.fromEntries(relations) }
  for (const name of Object.keys(parsed.values)) if (!(name in data)) delete proposed[name]
  return proposed
}

/** Returns all violations, those of the body first. */
export const resourceViolations = (
  graph: ResourceGraph,
  types: TypeRegistry,
  prepared: PreparedRequest,
): Violation[] => {
  const { request } = prepared
  const { definition, parsed } = request
  const proposed = proposedResource(graph, prepared)
  const isPublishing = Boolean(request.publishedAt || request.validatePublished)
  // A value that was refused is not also reported as missing.
  const invalidPaths = new Set(parsed.violations.map(({ propertyPath }) => propertyPath))
  const found = [
    ...requiredViolations(definition, proposed),
    ...uniqueViolations(graph, request, proposed),
    ...ruleViolations(graph, types, definition, request.row?.iri ?? request.iri, proposed),
    ...(isPublishing ? publishViolations(definition, proposed) : []),
  ]
  const violations = [
    ...parsed.violations,
    ...found.filter(({ propertyPath }) => !invalidPaths.has(propertyPath)),
  ]
  // A route that is wrong in itself is refused for that first.
  return violations.length || definition.category !== 'ROUTE'
    ? violations
    : secondRouteViolations(graph, request.row?.iri ?? request.iri, proposed)
}
