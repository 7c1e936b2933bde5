import type { SettingKey, SettingValue } from '#content/settings/settings-draft.ts'
import type { HubMessage } from '#content/page/update-queue.ts'
import type { EmittedBy } from '../emitted-events.ts'

export type SettingsEvent =
  | EmittedBy<'settingsSave'>
  | { type: 'setting.changed'; key: SettingKey; value: SettingValue }
  | { type: 'save.requested' }
  /** All changes are to be discarded, about which the user is asked first. */
  | { type: 'discard.requested' | 'discard.confirmed' | 'discard.canceled' }
  /** Decides between the own value and that of somebody else. */
  | { type: 'mine.kept'; key: SettingKey }
  | { type: 'theirs.taken'; key: SettingKey }
  | { type: 'retry.requested' }
  | ({ type: 'message.received' } & HubMessage)
  | EmittedBy<'requestTracker'>
