import type { Resource } from './resource.ts'

/** Returns a property of a resource as text; '' for an absent one, and for one that is no text. */
export const textIn = (resource: Resource, name: string) => {
  const value = resource[name]
  return typeof value === 'string' ? value : ''
}
