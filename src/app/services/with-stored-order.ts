/** Makes a move in the order that is stored, which somebody else may have changed. */
import { inBoth, isSameOrder, rebaseMove } from '#content/change/moves/rebase-move.ts'
import type { Intent } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { positionsOf } from '#content/model/groups.ts'
import { isResourceOf } from '#content/model/resource.ts'
import { type ResourceReader, readIntoCache } from './read-missing.ts'

/**
 * Returns a move as it is to be made now, and any other intent as it is. An order that somebody else has changed is read into
 * the cache, and a conflict is thrown if it is the same position that was moved.
 */
export const withStoredOrder = async (intent: Intent, reader: ResourceReader): Promise<Intent> => {
  if (intent.kind !== 'move' && intent.kind !== 'transfer') return intent
  const { read } = reader.cache
  const group = 'group' in intent ? intent.group : read(intent.position)?.componentGroup
  const stored = group && (await reader.fetchResource(group))?.resource
  if (!stored || !isResourceOf('COMPONENT_GROUP', stored)) return intent
  const known = positionsOf(group, read)
  const order = inBoth(stored.componentPositions, known)
  const rebased = 'to' in intent ? rebaseMove(intent, known, order) : { ...intent }
  if (rebased !== intent && !isSameOrder(known, order)) await readIntoCache(reader, known)
  if (!rebased) throw new Failure('conflict')
  return rebased
}
