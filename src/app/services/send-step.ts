/** Sends a step of a change, with the publications that can be sent with it. */
import type { StepResponse } from '#content/change/change-run.ts'
import type { Step } from '#content/change/types.ts'
import { Failure } from '#content/model/failure.ts'
import { type Iri, isIriOf } from '#content/model/iri.ts'
import type { Resource, Violation } from '#content/model/resource.ts'
import type { SendOptions } from '#src/api/groups/resources.ts'
import type { Services } from './services.ts'

/**
 * Sends a step, and several publications in one transaction where the API offers that. Where it does not, the others are
 * sent one after the other. A failure names the draft that is not ready.
 */
export const sendStep = async (
  services: Services,
  step: Step,
  options: SendOptions,
): Promise<StepResponse> => {
  const { alsoPublishes = [], ...first } = step
  const published =
    alsoPublishes.length > 0
      ? await publishTogether(services, [first, ...alsoPublishes], options)
      : null
  if (published) return published
  const sent = services.sendStep(first, options).catch(sanitizeFailure(services))
  if (first.isPublication) return sent.catch(nameResources([first.iri]))
  const saved = await sent
  if (saved && ignoresLabel(first, saved.resource))
    throw new Failure('unexpected', { message: 'This site has no names for sections.' })
  return saved
}

/** Returns a handler that throws a failure with the stored resource as the cache has it, so that both can be compared. */
const sanitizeFailure =
  ({ sanitizeResource }: Services) =>
  async (thrown: unknown) => {
    const failure = Failure.from(thrown)
    const { resource } = failure
    if (resource) failure.resource = (await sanitizeResource({ resource })).resource
    throw failure
  }

/** True if the API has ignored the name of a section, as one elsewhere may. */
const ignoresLabel = ({ iri, body }: Step, saved: Resource) =>
  isIriOf('COMPONENT_GROUP', iri) && Boolean(body?.['label']) && !saved['label']

/** Returns the live resources, or null if the API cannot publish several drafts together. */
const publishTogether = async (
  { loadApi, sanitizeResource }: Services,
  steps: readonly Step[],
  options: SendOptions,
) => {
  const { publications } = await loadApi()
  const drafts = steps.map(({ iri, ifMatch }) => ({ iri, ifMatch }))
  const published = await publications
    .publish(drafts, options)
    .catch(nameResources(drafts.map(({ iri }) => iri)))
  return published && Promise.all(published.map(sanitizeResource))
}

/** Returns a handler that throws a failure with violations which name their resources. */
const nameResources = (iris: readonly Iri[]) => (thrown: unknown) => {
  const failure = Failure.from(thrown)
  if (failure.violations.length === 0) throw failure
  const { kind, status, message } = failure
  const violations = failure.violations.map((violation) => ofResource(violation, iris))
  throw new Failure(kind, { ...(status !== undefined && { status }), message, violations })
}

/** The path of an entry, such as `resources[1].title`. */
const entryPath = /^resources\[(\d+)\]\.?/

const ofResource = (violation: Violation, iris: readonly Iri[]): Violation => {
  const [entry = '', index = '0'] = entryPath.exec(violation.propertyPath) ?? []
  const iri = iris[Number(index)]
  const propertyPath = violation.propertyPath.slice(entry.length)
  return { ...violation, propertyPath, ...(iri !== undefined && { iri }) }
}
