/** Creates, updates and deletes resources by the rules of drafts (api, sections 5 and 6). */
import { parseBody, toReplacementBody } from './parse-resource-body.ts'
import type { Drafts } from './drafts.ts'
import type { Row } from '../graph/resource-graph.ts'
import type { Body, WriteOptions } from '../read/read-result.ts'
import { isLive } from '../graph/drafts-and-live.ts'
import type { RouteMoves } from './route-moves.ts'
import { createPageRouteUpdate } from './assign-route.ts'
import type { Persist } from './persist/persist-resource.ts'
import { newIri } from './new-iri.ts'
import { removeWithDependents } from './remove-with-dependents.ts'
import { createRowUpdates } from './draft-updates.ts'
import { createPositionWriter } from './component-positions.ts'
import type { TypeRegistry } from '../types/type-registry.ts'
import type { TypeDefinition } from '../types/type-definition.ts'
import type { UnitOfWork } from './unit-of-work.ts'

const isPage = ({ category }: TypeDefinition) => category === 'PAGE' || category === 'PAGE_DATA'

/** Creates the mutations, without checks of who may use them. */
export const createMutations = (
  types: TypeRegistry,
  persist: Persist,
  drafts: Drafts,
  routeMoves: RouteMoves,
) => {
  const { definitionOf } = drafts
  const savePositions = createPositionWriter(types, persist)
  const { updateInPlace, updateDraft, updateLive } = createRowUpdates(persist, drafts)

  const create = async (
    work: UnitOfWork,
    definition: TypeDefinition,
    body: Body,
    options: WriteOptions,
  ) => {
    const parsed = parseBody(definition, body)
    const row = await persist(work, {
      definition,
      iri: newIri(definition, work.now),
      row: null,
      parsed,
      publishedAt: parsed.publishedAt ?? null,
      validatePublished: options.validatePublished ?? false,
    })
    if (definition.category === 'COMPONENT')
      await savePositions(work, row, body['componentPositions'])
    if (isPage(definition)) await updateRoute(work, row, body['route'])
    return row
  }

  const update = async (work: UnitOfWork, row: Row, body: Body, options: WriteOptions) => {
    const definition = definitionOf(row)
    const parsed = parseBody(
      definition,
      options.isReplacement ? toReplacementBody(definition, body) : body,
    )
    if (!definition.isPublishable || options.published) {
      const updated = await updateInPlace(work, row, parsed, options)
      if (definition.type === 'Route') {
        await routeMoves.redirectOldPath(work, row, updated, parsed.flags.has('cascadeChildPaths'))
      }
      if (isPage(definition)) await updateRoute(work, updated, body['route'])
      return updated
    }
    return isLive(row, work.now)
      ? updateLive(work, row, parsed, options)
      : updateDraft(work, row, parsed, options)
  }

  const updateRoute = createPageRouteUpdate(routeMoves.saveRoute, removeWithDependents)

  return { create, update, remove: removeWithDependents, generate: routeMoves.generate }
}

export type Mutations = ReturnType<typeof createMutations>
