/** Makes the values of a resource as they are stored. */
import { safeDecodeUri } from '#content/navigation/location.ts'
import type { Row } from '../../graph/resource-graph.ts'
import type { TypeDefinition } from '../../types/type-definition.ts'
import type { TypeRegistry } from '../../types/type-registry.ts'
import type { ParsedBody } from '../parse-resource-body.ts'

/** Merges values; null removes one. */
export const mergeValues = (data: Row['data'], values: ParsedBody['values']) =>
  Object.fromEntries(
    Object.entries({ ...data, ...values }).filter(
      ([, value]) => value !== null && value !== undefined,
    ),
  )

/** Returns the values that a new resource has by default. */
export const initialData = (definition: TypeDefinition) =>
  Object.fromEntries(
    Object.entries(definition.properties).flatMap(([name, property]) =>
      property.type === 'value' && property.initial !== undefined ? [[name, property.initial]] : [],
    ),
  )

/** Converts class names to collection endpoints; an empty list means no restriction. */
const allowedEndpoints = (types: TypeRegistry, names: unknown) => {
  if (!Array.isArray(names) || !names.length) return null
  return names.map((name) => types.byClass(String(name))?.endpoint ?? name)
}

/** Returns values in the form in which they are stored. */
export const normalizedValues = (
  types: TypeRegistry,
  definition: TypeDefinition,
  values: ParsedBody['values'],
): ParsedBody['values'] => {
  if (definition.type === 'ComponentGroup' && 'allowedComponents' in values) {
    return { ...values, allowedComponents: allowedEndpoints(types, values['allowedComponents']) }
  }
  const path = values['path']
  if (definition.type !== 'Route' || typeof path !== 'string' || !path) return values
  const decodedPath = safeDecodeUri(path)
  return { ...values, path: decodedPath.startsWith('/') ? decodedPath : `/${decodedPath}` }
}
