/** Finds what may be selected once the selected resource is removed. */
import { positionsOf } from './groups.ts'
import { type Iri, isIriOf } from './iri.ts'
import { liveAndDraft } from './component-versions.ts'
import type { ReadResource } from './resource.ts'
import { visibleVersionAt } from './visible-version.ts'

/** Resources from the innermost to the outermost. */
export type Stack = readonly Iri[]

/**
 * Returns what may be selected after a removal, the best first: the live version of a draft, then for each position of the
 * stack, from the innermost, the next position, the previous one and the group. A position that its group does not contain
 * adds nothing.
 */
export const selectionFallbacksOf = (stack: Stack, read: ReadResource): readonly Stack[] => [
  ...liveVersionOf(stack, read),
  ...besidePositions(stack, read),
]

/** Returns the stack with the live version in place of a draft; an empty list if there is no live version. */
const liveVersionOf = ([iri, ...ancestors]: Stack, read: ReadResource): Stack[] => {
  if (!isIriOf('COMPONENT', iri)) return []
  const { live, draft } = liveAndDraft(iri, read)
  return live !== null && draft === iri ? [[live, ...ancestors]] : []
}

const besidePositions = (stack: Stack, read: ReadResource): Stack[] =>
  stack.flatMap((position, index) => {
    const ancestors = stack.slice(index + 1)
    const [group] = ancestors
    if (!isIriOf('COMPONENT_POSITION', position) || !isIriOf('COMPONENT_GROUP', group)) return []
    const positions = positionsOf(group, read)
    const at = positions.indexOf(position)
    if (at < 0) return []
    const beside = [positions[at + 1], at > 0 ? positions[at - 1] : undefined]
    return [...beside.flatMap((iri) => (iri ? [stackAt(iri, ancestors, read)] : [])), ancestors]
  })

/** Returns the stack of a position with the component that it shows in edit mode. */
const stackAt = (position: Iri<'COMPONENT_POSITION'>, ancestors: Stack, read: ReadResource) => {
  const component = visibleVersionAt(position, read)
  return [...(component ? [component] : []), position, ...ancestors]
}
