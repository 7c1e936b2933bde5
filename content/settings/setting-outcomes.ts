/** The results of saving the settings, by key. Each function returns new ones. */
import { Failure } from '../model/failure.ts'
import {
  type SettingChange,
  type SettingKey,
  type SettingsDraft,
  receiveSetting,
  settleSetting,
} from './settings-draft.ts'

/** The result of a request: what is stored by now, saved here or by somebody else, or the reason why it failed. */
export type SaveAnswer =
  | { status: 'saved'; text: string }
  /** The text is undefined where it was deleted. */
  | { status: 'overtaken'; text: string | undefined }
  | { status: 'failed'; failure: Failure }

/** `text` is what was sent. */
export type SettingOutcome =
  { status: 'saving' | 'saved'; text: string } | { status: 'failed'; failure: Failure }

export type SettingOutcomes = Readonly<Partial<Record<SettingKey, SettingOutcome>>>

const all = (outcomes: SettingOutcomes) => Object.values(outcomes)
const isSaving = (outcome: SettingOutcome | undefined) => outcome?.status === 'saving'

/** Returns the outcomes of a save that begins. Those of earlier ones are not needed any more. */
export const startSaving = (changes: readonly SettingChange[]): SettingOutcomes =>
  Object.fromEntries(changes.map(({ key, text }) => [key, { status: 'saving', text }]))

/** Returns the outcomes when nothing more is answered: what was not saved by now has failed. */
export const failRest = (outcomes: SettingOutcomes): SettingOutcomes =>
  Object.fromEntries(
    Object.entries(outcomes).map(([key, outcome]) => [
      key,
      isSaving(outcome) ? { status: 'failed', failure: new Failure('unexpected') } : outcome,
    ]),
  )

const removeOutcome = (outcomes: SettingOutcomes, key: SettingKey): SettingOutcomes => {
  const { [key]: _, ...others } = outcomes
  return others
}

/** Forgets the outcome of a value that is typed anew, but not that its request runs. */
export const retypeOutcome = (outcomes: SettingOutcomes, key: SettingKey): SettingOutcomes =>
  isSaving(outcomes[key]) ? outcomes : removeOutcome(outcomes, key)

/** Takes over the answer to the request of one key. */
export const applyAnswer = <State extends { draft: SettingsDraft; outcomes: SettingOutcomes }>(
  { draft, outcomes }: State,
  { key, answer }: { key: SettingKey; answer: SaveAnswer },
): { draft: SettingsDraft; outcomes: SettingOutcomes } => {
  if (answer.status === 'failed') return { draft, outcomes: { ...outcomes, [key]: answer } }
  const { status, text } = answer
  return status === 'saved'
    ? { draft: settleSetting(draft, { key, text }), outcomes: { ...outcomes, [key]: answer } }
    : { draft: receiveSetting(draft, { key, text }), outcomes: removeOutcome(outcomes, key) }
}

/** True when all requests were answered, and none was refused. */
export const areSaved = (outcomes: SettingOutcomes) =>
  all(outcomes).every(({ status }) => status === 'saved')

export const failuresOf = (outcomes: SettingOutcomes): Failure[] =>
  all(outcomes).flatMap((outcome) => (outcome.status === 'failed' ? [outcome.failure] : []))

/** Returns the number of requests that are answered, and of all. */
export const progressOf = (outcomes: SettingOutcomes) => ({
  done: all(outcomes).filter((outcome) => !isSaving(outcome)).length,
  total: all(outcomes).length,
})

/** Takes over a setting of a message of the hub, which also reports what was saved here. */
export const receiveMessage = (
  draft: SettingsDraft,
  outcomes: SettingOutcomes,
  setting: { key: SettingKey; text: string | undefined },
): SettingsDraft => {
  const outcome = outcomes[setting.key]
  const isOwn = outcome && outcome.status !== 'failed' && outcome.text === setting.text
  return isOwn ? settleSetting(draft, setting) : receiveSetting(draft, setting)
}
