/** Messages of the hub about settings. */
import { siteConfigList, isSettingKey } from '../model/site-config.ts'
import { safeDecodeUri } from '../navigation/location.ts'
import type { HubMessage } from '../page/update-queue.ts'
import { type SettingKey, storedTextOf } from './settings-draft.ts'

/** Returns the setting that a message is about, with its text; undefined text for a deletion. Null for other messages. */
export const settingIn = ({
  data,
}: Pick<HubMessage, 'data'>): { key: SettingKey; text: string | undefined } | null => {
  const [list, id = ''] = data['@id'].split(/\/(?=[^/]*$)/)
  const key = safeDecodeUri(id)
  if (list !== siteConfigList || !isSettingKey(key)) return null
  const isDeleted = !Object.hasOwn(data, 'value')
  return { key, text: isDeleted ? undefined : storedTextOf({ key, value: data['value'] }) }
}
