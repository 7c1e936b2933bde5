/** Plans the restoration of a resource that someone else has deleted, with an edit that could not be saved. */
import { draftOf, liveOf, positionsOfComponent } from '../../model/component-versions.ts'
import { Failure } from '../../model/failure.ts'
import { type Iri, isIriOf } from '../../model/iri.ts'
import { isLive } from '../../model/publish-state.ts'
import {
  type ReadResource,
  type Resource,
  createReader,
  isResourceOf,
} from '../../model/resource.ts'
import { originalFilesOf } from '../changed-files.ts'
import { groupsOfPositions, pageDataUsesOf, resourcesShowing } from '../component-uses.ts'
import { planRecreation } from '../plan-deletion.ts'
import type { IntentOf, KnownContent, Plan, Step, StoredFile } from '../types.ts'

/** A deleted resource, and what was known of it. */
export interface DeletedResource {
  iri: Iri
  /** The live version that is shown in place of a deleted draft, or null. */
  live: Iri | null
  /** The resource, which is the first, and all that is needed to recreate it. */
  known: readonly Resource[]
}

/** A deletion that was noticed while the resource was edited. */
export interface DetectedDeletion extends DeletedResource {
  /** True if a change of this window has deleted it. */
  isOwn?: boolean
  /** The live version of a deleted draft. */
  remaining?: Resource | undefined
}

type Restoration = IntentOf<'restore'>

/** The failure of a restoration whose place is gone. */
export const noPlaceFailure = () =>
  new Failure('invalid', { message: 'It cannot be put back: its place was deleted, too.' })

/**
 * Returns a resource with what is needed to recreate it: its versions, positions, everything inside it, and the page data
 * that show it. The groups that it is in are read again when it is recreated.
 */
export const knownResources = (
  iri: Iri,
  { read, resources }: Pick<KnownContent, 'read' | 'resources'>,
): Resource[] => {
  const known = new Map<Iri, Resource>()
  const add = (added: Iri | null | undefined) => {
    const resource: Resource | undefined = added ? read(added) : undefined
    if (!resource || known.has(resource['@id'])) return
    known.set(resource['@id'], resource)
    for (const next of neededIris(resource['@id'], read)) add(next)
  }
  add(iri)
  if (isIriOf('COMPONENT', iri) && known.size > 0)
    for (const { pageData } of pageDataUsesOf(iri, { read, resources })) add(pageData)
  return [...known.values()]
}

const neededIris = (iri: Iri, read: ReadResource): (Iri | null | undefined)[] => {
  if (isIriOf('COMPONENT', iri))
    return [
      liveOf(iri, read),
      draftOf(iri, read),
      ...positionsOfComponent(iri, read),
      ...(read(iri)?.componentGroups ?? []),
    ]
  if (isIriOf('COMPONENT_POSITION', iri)) return [read(iri)?.component]
  return isIriOf('COMPONENT_GROUP', iri) ? (read(iri)?.componentPositions ?? []) : []
}

/**
 * Returns a reader of what was known of a deleted resource, and of the groups that it was in as they are now. The deleted
 * positions are among those that are left.
 */
const readerBefore = (known: readonly Resource[], readNow: ReadResource) => {
  const byIri = new Map(known.map((resource) => [resource['@id'], resource]))
  return createReader((iri) => {
    const now = isIriOf('COMPONENT', iri) ? undefined : readNow(iri)
    const before = byIri.get(iri)
    if (before || !now || !isResourceOf('COMPONENT_GROUP', now)) return before ?? now
    const deleted = known.filter(({ componentGroup }) => componentGroup === iri)
    const componentPositions = [...deleted.map((each) => each['@id']), ...now.componentPositions]
    return { ...now, componentPositions: [...new Set(componentPositions)] }
  })
}

/**
 * Returns what a deleted component is put back into: the groups of its positions, and page data. Null if they are not known,
 * or known to be gone.
 */
export const placesOf = ({ iri, known }: Restoration, readNow: ReadResource): Iri[] | null => {
  const read = readerBefore(known, readNow)
  if (!isIriOf('COMPONENT', iri) || !read(iri)) return null
  const groups = groupsOfPositions(positionsOfComponent(iri, read), read)
  const uses = pageDataUsesOf(iri, { read, resources: () => known })
  const places = [...new Set<Iri>([...groups, ...uses.map(({ pageData }) => pageData)])]
  return places.length > 0 && groups.every((group) => read(group)) ? places : null
}

interface RestorationInput extends KnownContent {
  /** The placeholder for a resource that has no IRI yet. */
  newIri: Iri
}

/** Returns the steps that recreate the resource with the edit. What was live stays so, and the edit is a draft. */
export const planRestoration = (
  { iri, property, value, known }: Restoration,
  { newIri, read: readNow, resources }: RestorationInput,
): Plan => {
  const edit = { [property]: value ?? null }
  const before = readerBefore(known, readNow)
  if (!isIriOf('COMPONENT', iri)) return { steps: [], inverse: [], refetch: [] }
  const isLiveEdited = isLive(before(iri))
  const read = createReader((other) => {
    const resource: Resource | undefined = before(other)
    return resource && other === iri && !isLiveEdited ? { ...resource, ...edit } : resource
  })
  const edited = isLiveEdited ? undefined : originalFilesOf(before(iri))[property]
  // A file cannot be read from its deleted resource any more: the media library has it by its name.
  const readFile = ({ '@id': file, contentUrl }: StoredFile) =>
    edited?.contentUrl === contentUrl ? (value as string | undefined) : file
  const isOther = (resource: Resource) => known.every((one) => one['@id'] !== resource['@id'])
  const content = { read, resources: () => [...known, ...resources().filter(isOther)], readFile }
  const { inverse: steps, followingOnUndo: following = [] } = planRecreation(iri, content)
  const draft = draftOf(iri, before) ?? (isLiveEdited ? newIri : null)
  const createDraft = { method: 'PATCH', iri, body: edit, creates: { iri: newIri } } as const
  const all = isLiveEdited ? [...steps, createDraft] : steps
  return {
    steps: all,
    inverse: [...removal(draft, false, all), ...removal(liveOf(iri, before), true, all)],
    refetch: resourcesShowing(iri, content),
    following,
  }
}

/** Returns the step that deletes what another one has created, also where a later one is refused. */
const removal = (iri: Iri | null, published: boolean, steps: readonly Step[]): Step[] => {
  const reverts = steps.findIndex(({ creates }) => creates?.iri === iri)
  return iri ? [{ method: 'DELETE', iri, published, ...(reverts >= 0 && { reverts }) }] : []
}
