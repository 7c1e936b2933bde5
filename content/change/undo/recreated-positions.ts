/** Tells what undoing a deletion brings back, so that the page shows it before the site has answered. */
import { type Iri, isIriOf } from '../../model/iri.ts'
import type { ReadResource, Resource } from '../../model/resource.ts'
import type { Step } from '../types.ts'

type Position = Iri<'COMPONENT_POSITION'>

/** Returns the resources that steps would recreate, as they are now. */
export const formerResources = (steps: readonly Step[], read: ReadResource): Resource[] =>
  steps.flatMap(({ creates }) =>
    [creates?.iri, creates?.position].flatMap((iri) => read(iri ?? '') ?? []),
  )

/**
 * Returns the order of a group with the positions that steps recreate in it, each at its place. What is not known is left out.
 */
export const withRecreated = (
  order: readonly Position[],
  group: Iri<'COMPONENT_GROUP'>,
  steps: readonly Step[],
  read: ReadResource,
): readonly Position[] =>
  steps.reduce((positions, { creates, sortIndex }) => {
    const position = creates?.position ?? creates?.iri
    const isKnown =
      isIriOf('COMPONENT_POSITION', position) && read(read(position)?.component ?? '') !== undefined
    return isKnown && sortIndex?.group === group && !positions.includes(position)
      ? positions.toSpliced(sortIndex.index, 0, position)
      : positions
  }, order)
