/** The paths of the settings, for the tests of their machine and of their screen. */
import { Failure, failureFromStatus } from '#content/model/failure.ts'
import type { ReadSettings } from '#content/settings/site-facts.ts'
import type { SaveAnswer } from '#content/settings/setting-outcomes.ts'
import type { SettingChange } from '#content/settings/settings-draft.ts'
import { settingsSaveMachine } from '#machines/admin/settings-save.ts'
import { settingsMachine } from '#machines/admin/settings.ts'
import { pathsOf } from '#charts/paths/paths.ts'

export const readSettings: ReadSettings = {
  parameters: [
    { key: 'canonicalUrl', value: 'https://troupe.test' },
    { key: 'indexable', value: '1' },
  ],
  facts: {
    origin: 'https://troupe.test',
    separator: '|',
    routes: [],
    routeCount: 0,
    hasLibrary: true,
    versions: { app: 'abcdef0123456789', api: '1.0.0 (0.1.0)', apiBase: '/_api' },
  },
}

const iri = '/_/site_config_parameters/canonicalUrl'
/** The message of the hub that the address of the site was saved. */
export const settingMessage = (value: string) => ({
  type: 'message.received' as const,
  id: '1',
  data: { '@id': iri, '@type': 'SiteConfigParameter', key: 'canonicalUrl', value },
})

const answered = (answer: SaveAnswer) => ({
  type: 'setting.answered' as const,
  key: 'canonicalUrl' as const,
  answer,
})

export const settingsPaths = pathsOf(settingsMachine, {
  input: undefined,
  events: [
    { type: 'requests.idle' },
    { type: 'requests.busy' },
    { type: 'xstate.done.actor.readSettings', output: readSettings },
    { type: 'xstate.error.actor.readSettings', error: new Failure('offline') },
    { type: 'retry.requested' },
    { type: 'setting.changed', key: 'canonicalUrl', value: 'https://mine.test' },
    { type: 'setting.changed', key: 'canonicalUrl', value: 'https://troupe.test' },
    { type: 'setting.changed', key: 'canonicalUrl', value: 'nowhere' },
    { type: 'save.requested' },
    { type: 'discard.requested' },
    { type: 'discard.confirmed' },
    { type: 'discard.canceled' },
    settingMessage('https://theirs.test'),
    { type: 'mine.kept', key: 'canonicalUrl' },
    { type: 'theirs.taken', key: 'canonicalUrl' },
    answered({ status: 'saved', text: 'https://mine.test' }),
    answered({ status: 'overtaken', text: 'https://theirs.test' }),
    answered({ status: 'failed', failure: new Failure('offline') }),
    { type: 'xstate.done.actor.settingsSave' },
  ],
  distinguishBy: ({ draft, outcomes }) => [
    draft?.changed.canonicalUrl === 'nowhere',
    draft?.conflicts,
    Object.values(outcomes).map((outcome) => outcome.status),
  ],
})

const sampleChanges: SettingChange[] = [
  { key: 'canonicalUrl', text: 'https://mine.test', replaced: 'https://troupe.test' },
]

export const settingsSavePaths = pathsOf(settingsSaveMachine, {
  input: { changes: sampleChanges },
  events: [
    answered({ status: 'saved', text: 'https://mine.test' }),
    answered({ status: 'failed', failure: new Failure('offline') }),
    answered({ status: 'failed', failure: failureFromStatus(401) }),
    { type: 'xstate.error.actor.saveSettings', error: new Failure('unexpected') },
    { type: 'xstate.done.actor.renewSession', output: 'renewed' },
    { type: 'xstate.done.actor.renewSession', output: 'declined' },
    { type: 'xstate.error.actor.renewSession', error: new Failure('unexpected') },
  ],
})
