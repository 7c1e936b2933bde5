/** Provides the effects of the screen of the settings. Loaded with it. */
import { fromCallback, fromPromise } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { SaveAnswer } from '#content/settings/setting-outcomes.ts'
import { settingLabels } from '#content/settings/setting-groups.ts'
import type { SettingChange, SettingKey } from '#content/settings/settings-draft.ts'
import type { ReadSettings } from '#content/settings/site-facts.ts'
import { type SettingsSaveEvent, settingsSaveMachine } from '#machines/admin/settings-save.ts'
import { settingsMachine } from '#machines/admin/settings.ts'
import type { NotificationsRef } from '#machines/app/notifications.ts'
import { headSettings } from '#site/head.ts'
import { readLatestBuild } from '#src/api/builds.ts'
import type { ContentApi } from '#src/api/content-api.ts'
import {
  readApiVersion,
  readFirstRoutes,
  readSiteConfigParameters,
  saveSetting,
} from '#src/api/site-config-parameters.ts'
import { log } from '../../browser/logger.ts'
import { type ActorSystem, servicesOf } from '../../services/services.ts'
import { editingAccount, renewSession, withRenewal, withSession } from '../session-effects.ts'
import { trackRequest } from '../shared.ts'
import { leaveGuard } from './leave-guard-effects.ts'
import { withdrawNotice } from './withdraw-notice.ts'

/** Reads what is shown beside the settings. None of it keeps them from being edited. */
const readFacts = async (api: ContentApi, signal: AbortSignal): Promise<ReadSettings['facts']> => {
  const [first, apiVersion, app] = await Promise.all([
    readFirstRoutes(api, signal).catch(() => ({ routes: [], routeCount: 0 })),
    readApiVersion(api, signal).catch(() => null),
    readLatestBuild(signal).catch(() => null),
  ])
  return {
    ...first,
    origin: location.origin,
    separator: headSettings.separator,
    hasLibrary: api.isEmbedded,
    versions: { app, api: apiVersion, apiBase: api.base },
  }
}

const noticeKey = 'settings'

/** Says which settings were not saved, and why, where the screen is left and cannot say so. */
const notifyNotSaved = (system: ActorSystem, failures: ReadonlyMap<SettingKey, Failure>) => {
  const notificationsRef: NotificationsRef | undefined = system.get('notifications')
  notificationsRef?.send({
    type: 'notification.added',
    key: noticeKey,
    tone: 'problem',
    heading: 'Settings were not saved',
    messages: [...failures].map(([key, { message }]) => `${settingLabels[key]}: ${message}`),
  })
}

/** Saves one change, and returns the answer, also for a request that has failed. */
const answerTo = async (system: ActorSystem, change: SettingChange): Promise<SaveAnswer> => {
  const save = async () => {
    const api = await servicesOf(system).loadApi()
    return saveSetting(api, change, editingAccount(system)['@id'])
  }
  return withSession(system, save).catch((error: unknown) => ({
    status: 'failed',
    failure: Failure.from(error),
  }))
}

const settingsSave = settingsSaveMachine.provide({
  actors: {
    renewSession,
    saveSettings: fromCallback<SettingsSaveEvent, { changes: readonly SettingChange[] }>(
      ({ system, self, input: { changes }, sendBack }) => {
        withdrawNotice(system, noticeKey)
        let isLeft = false
        const failures = new Map<SettingKey, Failure>()
        const save = async (change: SettingChange) => {
          const { key } = change
          const caller = { system, self: { sessionId: `${self.sessionId}:${key}` } }
          const answer = await trackRequest(caller, answerTo(system, change))
          if (!isLeft) sendBack({ type: 'setting.answered', key, answer })
          else if (answer.status !== 'saved') {
            failures.set(key, answer.status === 'failed' ? answer.failure : new Failure('conflict'))
            notifyNotSaved(system, failures)
          }
        }
        // The answer says so where a request has failed.
        for (const change of changes) save(change).catch(() => {})
        return () => {
          isLeft = true
        }
      },
    ),
  },
})

export const settings = settingsMachine.provide({
  actors: {
    leaveGuard,
    settingsSave,
    readSettings: fromPromise<ReadSettings, undefined>(({ system, self, signal }) => {
      const read = async () => {
        const api = await servicesOf(system).loadApi()
        const [parameters, facts] = await Promise.all([
          withRenewal(system, signal, () => readSiteConfigParameters(api, signal)),
          readFacts(api, signal),
        ])
        return { parameters, facts }
      }
      return trackRequest({ system, self }, read())
    }),
  },
  actions: {
    logNotSaved: (_, { messages }) => {
      for (const message of messages) log(`The settings were not saved: ${message}`)
    },
  },
})
