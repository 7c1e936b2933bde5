/** The content from which a change is planned: the known resources, the uses of a component, and the contents of files. */
import {
  editableProperties,
  draftOf,
  liveOf,
  positionsOfComponent,
} from '../model/component-versions.ts'
import type { Iri } from '../model/iri.ts'
import {
  type ComponentPosition,
  type ReadResource,
  type Resource,
  isResourceOf,
} from '../model/resource.ts'

export interface KnownContent {
  read: ReadResource
  /** Returns all resources that are known, to find those that refer to another one. */
  resources: () => readonly Resource[]
  /** Returns the content of a file as a data URI; undefined while it is not known. */
  readFile: (url: string) => string | undefined
}

/** A page data property that shows a component. */
export interface PageDataUse {
  pageData: Iri<'PAGE_DATA'>
  property: string
}

const versionsOf = (iri: Iri<'COMPONENT'>, read: ReadResource) =>
  [liveOf(iri, read), draftOf(iri, read)].filter((version) => version !== null)

/** Returns the page data properties that show a component or its other version. */
export const pageDataUsesOf = (
  iri: Iri<'COMPONENT'>,
  { read, resources }: KnownContent,
): PageDataUse[] => {
  const versions: unknown[] = versionsOf(iri, read)
  return resources()
    .filter((resource) => isResourceOf('PAGE_DATA', resource))
    .flatMap((resource) =>
      Object.entries(editableProperties(resource))
        .filter(([, value]) => versions.includes(value))
        .map(([property]) => ({ pageData: resource['@id'], property })),
    )
}

/** Returns the positions that show a component: its own, and dynamic ones that page data fills with it. */
export const positionsShowing = (iri: Iri<'COMPONENT'>, { read, resources }: KnownContent) => {
  const versions = versionsOf(iri, read)
  const isFilled = ({ pageDataProperty, component }: ComponentPosition) =>
    pageDataProperty !== undefined && component !== undefined && versions.includes(component)
  const dynamic = resources()
    .filter((resource) => isResourceOf('COMPONENT_POSITION', resource))
    .filter(isFilled)
    .map((position) => position['@id'])
  return [...new Set([...positionsOfComponent(iri, read), ...dynamic])]
}

/** True if a component is used in places that are not known, so that they cannot be restored after its deletion. */
export const hasUnknownUses = (iri: Iri<'COMPONENT'>, content: KnownContent) => {
  const { read } = content
  const counts = versionsOf(iri, read).map(
    (version) => read(version)?._metadata.publishable?.locationCount ?? 0,
  )
  const known = positionsOfComponent(iri, read).length + pageDataUsesOf(iri, content).length
  return counts.reduce((sum, count) => sum + count, 0) > known
}

interface StoredFile {
  '@id': Iri
  contentUrl: string
}

const filesOf = (resource: Resource | undefined): Record<string, StoredFile | undefined> => {
  const files = (resource?._metadata['mediaObjects'] ?? {}) as Record<string, StoredFile[]>
  return Object.fromEntries(
    Object.entries(files).map(([property, [original]]) => [property, original]),
  )
}

/** Returns the files of a resource for the body of a request, without those that `current` has already. */
export const fileBody = (
  wanted: Resource | undefined,
  current: Resource | undefined,
  { readFile }: Pick<KnownContent, 'readFile'>,
): Record<string, string | null> => {
  const [files, others] = [filesOf(wanted), filesOf(current)]
  return Object.fromEntries(
    [...new Set([...Object.keys(files), ...Object.keys(others)])]
      .filter((property) => files[property]?.['@id'] !== others[property]?.['@id'])
      .map((property) => {
        const file = files[property]
        return [property, file ? (readFile(file.contentUrl) ?? null) : null]
      }),
  )
}
