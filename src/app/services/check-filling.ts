/** Checks that what a new component is to fill is still empty, before anything is created for it. */
import { Failure } from '#content/model/failure.ts'
import type { Intent } from '#content/change/types.ts'
import type { ResourceReader } from './read-missing.ts'

/**
 * Throws if somebody else has filled the place meanwhile: what is there would be replaced, although the user may never have
 * seen it. An addition that is sent again, because it was not answered, may have filled it itself.
 */
export const checkFilling = async (
  intent: Intent,
  { fetchResource }: Pick<ResourceReader, 'fetchResource'>,
) => {
  if (intent.kind !== 'add' || !intent.fills) return
  const { iri, property } = intent.fills
  const present = (await fetchResource(iri))?.resource[property] ?? null
  const isOwn = intent.id !== undefined && String(present).endsWith(`/${intent.id}`)
  if (present !== null && !isOwn) throw new Failure('invalid', { message: filledMessage })
}

const filledMessage =
  'Somebody else has added something here meanwhile, which this would replace. Copy your words, discard this, and go on in what is there.'
