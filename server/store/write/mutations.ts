/** The mutations: create, update and remove resources, by the rules of drafts and of routes. */
import { createCopyPage } from './copy-page.ts'
import { createCopyPageData } from './copy-page-data.ts'
import { parseBody, toReplacementBody } from './parse-resource-body.ts'
import type { Drafts } from './drafts.ts'
import type { Row } from '../graph/resource-graph.ts'
import type { Body, MutationOptions } from '../read/read-result.ts'
import { isLive } from '../graph/row-versions.ts'
import type { RouteMoves } from './route-moves.ts'
import { createPageRouteUpdate } from './page-route-update.ts'
import type { Persist } from './persist/persist-resource.ts'
import { newIri } from './new-iri.ts'
import { deleteWithDependents } from './delete-with-dependents.ts'
import { createVersionUpdates, isWritten } from './version-updates.ts'
import { createPersistPositions } from './persist/persist-positions.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import type { UnitOfWork } from './unit-of-work.ts'

const isPage = ({ category }: TypeDefinition) => category === 'PAGE' || category === 'PAGE_DATA'

/**
 * True for a row that stays beside its draft: one that is live, or whose publication has ended, if the body asks for a
 * draft of it.
 */
const isKept = (row: Row, { publishedResource }: Body, now: string) =>
  isLive(row, now) || publishedResource === row.iri

type UpdateRoute = ReturnType<typeof createPageRouteUpdate>

/** Returns a function that creates a resource: a component with its positions, a page with its route. */
const createCreate = (types: TypeRegistry, persist: Persist, updateRoute: UpdateRoute) => {
  const persistPositions = createPersistPositions(types, persist)
  return async (
    work: UnitOfWork,
    definition: TypeDefinition,
    body: Body,
    options: MutationOptions,
  ) => {
    const parsed = parseBody(definition, body)
    const row = await persist(work, {
      definition,
      iri: newIri(definition, work.now, options.id),
      row: null,
      parsed,
      publishedAt: parsed.publishedAt ?? null,
      validatePublished: options.validatePublished ?? false,
    })
    if (definition.category === 'COMPONENT')
      await persistPositions(work, row, body['componentPositions'])
    if (isPage(definition)) await updateRoute(work, row, body['route'])
    return row
  }
}

/** Returns a function that returns true for a row that is as if the update had been made already. */
const createIsUpdated =
  (definitionOf: Drafts['definitionOf']) =>
  async (work: UnitOfWork, row: Row, body: Body, { isReplacement }: MutationOptions) => {
    const definition = definitionOf(row)
    const parsed = parseBody(definition, body)
    // A page's route and the rest of a replaced resource are not compared.
    const isComparable = !isReplacement && !(isPage(definition) && body['route'] !== undefined)
    if (!isComparable || Object.keys(body).length === 0) return false
    return work.query((graph) => isWritten(graph, row, parsed, definition))
  }

const createCopies = (types: TypeRegistry, create: ReturnType<typeof createCreate>) => ({
  copyPage: createCopyPage(types, create),
  copyPageData: createCopyPageData(types, create),
})

/** Creates the mutations, which anybody may use: `authorized-mutations.ts` checks the viewer. */
export const createMutations = (
  types: TypeRegistry,
  persist: Persist,
  drafts: Drafts,
  routeMoves: RouteMoves,
) => {
  const { updateInPlace, updateDraft, updateLive } = createVersionUpdates(persist, drafts)
  const updateRoute = createPageRouteUpdate(routeMoves, deleteWithDependents)
  const create = createCreate(types, persist, updateRoute)

  const update = async (work: UnitOfWork, row: Row, body: Body, options: MutationOptions) => {
    const definition = drafts.definitionOf(row)
    const sent = options.isReplacement ? toReplacementBody(definition, body) : body
    const parsed = parseBody(definition, sent)
    if (definition.isPublishable && !options.published) {
      const updateVersion = isKept(row, body, work.now) ? updateLive : updateDraft
      return updateVersion(work, row, parsed, options)
    }
    const updated = await updateInPlace(work, row, parsed, options)
    if (definition.type === 'Route') {
      await routeMoves.moveRoute(work, row, updated, parsed.flags.has('cascadeChildPaths'))
    }
    if (isPage(definition)) await updateRoute(work, updated, body['route'])
    return updated
  }

  const isUpdated = createIsUpdated(drafts.definitionOf)
  const { generateRoute } = routeMoves
  const others = { unpublish: drafts.end, remove: deleteWithDependents, generateRoute }
  return { create, update, isUpdated, ...createCopies(types, create), ...others }
}

export type Mutations = ReturnType<typeof createMutations>
