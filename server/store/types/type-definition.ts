/** Defines what is known of a type of resource. */
import type { Iri, IriType } from '#content/model/iri.ts'
import type { ComponentKind, PageDataKind } from '#content/model/kind.ts'
import type { Row } from '../graph/resource-graph.ts'
import type { Property } from './property.ts'

export interface TypeDefinition {
  type: string
  /** The category of its IRIs; null for types that are not content. */
  category: IriType | null
  endpoint: Iri
  properties: Record<string, Property>
  /** Properties whose values are unique within the type. */
  unique: readonly string[]
  /** True if changes are published to the hub. */
  emitsEvents: boolean
  isPublishable: boolean
  /** The property that its IRI is derived from; without one the IRI has a new id. */
  naturalKey?: string
  /** True if a body may replace a whole resource, besides changing parts of it. */
  isReplaceable?: boolean
  /** Properties that lists can be ordered by, and searched in. */
  sortableBy: readonly string[]
  searchableBy: readonly string[]
  /** The default page size of its lists. */
  perPage?: number
  kind?: ComponentKind
  data?: PageDataKind
  /** The functions of computed properties and of additional metadata. `base` is the base URL of the API. */
  computed?: Record<string, (row: Row, base?: string) => unknown>
  metadata?: (row: Row, base?: string) => Record<string, unknown>
}

const sharedCategories: readonly TypeDefinition['category'][] = [
  'COMPONENT',
  'COMPONENT_GROUP',
  'LAYOUT',
  'PAGE',
]

/** True for what may be shown on several pages. */
export const isShared = ({ category }: TypeDefinition) => sharedCategories.includes(category)

/** Returns the names of the properties that frame files, by the property of the file. */
export const framingPropertiesOf = ({ kind }: TypeDefinition): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(kind?.fields ?? {}).flatMap(([name, field]) =>
      field.format === 'framing' ? [[field.frames, name]] : [],
    ),
  )
