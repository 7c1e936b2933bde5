/** A component with all that is inside it, apart from its position and from the site that it was copied on. */
import type { Iri } from '../model/iri.ts'

/** The file of a copy: its content as a data URI, or the property of a component of this site that has it. */
export type CopiedFile = { content: string } | { source: Iri<'COMPONENT'>; property: string }

/** A component with all that is inside it, without the names of any site's resources. */
export interface ComponentCopy {
  /** The `@type`. */
  type: string
  /** The IRI of the collection in which it is created: `/component/titles`. */
  endpoint: Iri
  hasDrafts: boolean
  /** The properties that an editor writes, without files. */
  properties: Readonly<Record<string, unknown>>
  /** Relations that are left out unless the resource is found on this site. */
  relations: Readonly<Record<string, Iri>>
  /** The files, by property. */
  files: Readonly<Record<string, CopiedFile>>
  groups: readonly GroupCopy[]
}

/** A group inside a copied component. */
export interface GroupCopy {
  /** The name by which the component's view finds it. */
  name: string
  /** The collections of the components that it accepts; absent if it accepts any. */
  allowedComponents?: readonly Iri[]
  components: readonly ComponentCopy[]
}
