import { isObject } from '../is-object.ts'
import type { Resource } from '../model/resource.ts'

/** The words by which an API describes to editors what a route leads to. It may leave out some. */
export type AssociatedResources = Partial<
  Record<'redirect' | 'page' | 'pageTitle' | 'pageData' | 'pageDataType', string>
>

/** Returns the words about what a route leads to. */
export const associatedWith = ({ associatedResources }: Resource): AssociatedResources =>
  isObject(associatedResources) ? associatedResources : {}
