/** Plans the restoration of a resource that someone else has deleted, with an edit that could not be saved. */
import { draftOf, liveOf, positionsOfComponent } from '../../model/component-versions.ts'
import { type Iri, isIriOf } from '../../model/iri.ts'
import { isLive } from '../../model/publish-state.ts'
import { type ReadResource, type Resource, createReader } from '../../model/resource.ts'
import { originalFilesOf } from '../changed-files.ts'
import { groupsOfPositions, readPositions, resourcesShowing } from '../component-uses.ts'
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

/** Returns a resource with what is needed to recreate it: its versions, positions and everything inside it. */
export const knownResources = (iri: Iri, read: ReadResource): Resource[] => {
  const known = new Map<Iri, Resource>()
  const add = (added: Iri | null | undefined) => {
    const resource: Resource | undefined = added ? read(added) : undefined
    if (!resource || known.has(resource['@id'])) return
    known.set(resource['@id'], resource)
    for (const next of neededIris(resource['@id'], read)) add(next)
  }
  add(iri)
  return [...known.values()]
}

const neededIris = (iri: Iri, read: ReadResource): (Iri | null | undefined)[] => {
  if (isIriOf('COMPONENT', iri)) {
    const positions = positionsOfComponent(iri, read)
    const groups = groupsOfPositions(positions, read)
    const inside = (read(iri)?.componentGroups ?? []).flatMap((group) => [
      group,
      ...readPositions(read(group)?.componentPositions ?? [], read).map(
        ({ component }) => component,
      ),
    ])
    return [liveOf(iri, read), draftOf(iri, read), ...positions, ...groups, ...inside]
  }
  // The index of a position in its group is known only from the other positions.
  return isIriOf('COMPONENT_GROUP', iri) ? (read(iri)?.componentPositions ?? []) : []
}

type Restoration = IntentOf<'restore'>

interface RestorationInput extends KnownContent {
  /** The placeholder for a resource that has no IRI yet. */
  newIri: Iri
}

/** Returns the steps that recreate the resource with the edit. What was live stays so, and the edit is a draft. */
export const planRestoration = (
  { iri, property, value, known }: Restoration,
  { newIri, resources }: RestorationInput,
): Plan => {
  const edit = { [property]: value ?? null }
  const byIri = new Map(known.map((resource) => [resource['@id'], resource]))
  const before = createReader((other) => byIri.get(other))
  if (!isIriOf('COMPONENT', iri) || !before(iri))
    return { steps: [{ method: 'PATCH', iri, body: edit }], inverse: [], refetch: [] }
  const isLiveEdited = isLive(before(iri))
  const read = createReader((other) => {
    const resource = byIri.get(other)
    return resource && other === iri && !isLiveEdited ? { ...resource, ...edit } : resource
  })
  const edited = isLiveEdited ? undefined : originalFilesOf(before(iri))[property]
  // A file cannot be read from its deleted resource any more: the media library has it by its name.
  const readFile = ({ '@id': file, contentUrl }: StoredFile) =>
    edited?.contentUrl === contentUrl ? (value as string | undefined) : file
  const content = { read, resources: () => [...known, ...resources()], readFile }
  const { inverse: steps, followingOnUndo: following = [] } = planRecreation(iri, content)
  const draft = draftOf(iri, before) ?? (isLiveEdited ? newIri : null)
  const createDraft = { method: 'PATCH', iri, body: edit, creates: { iri: newIri } } as const
  return {
    steps: isLiveEdited ? [...steps, createDraft] : steps,
    inverse: [...removal(draft, false), ...removal(liveOf(iri, before), true)],
    refetch: resourcesShowing(iri, content),
    following,
  }
}

const removal = (iri: Iri | null, published: boolean): Step[] =>
  iri ? [{ method: 'DELETE', iri, published }] : []
