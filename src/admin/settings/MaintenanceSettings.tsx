import { useSelector } from '@xstate/react'
import { maintenanceMessage } from '#content/settings/maintenance.ts'
import { shortId } from '#content/settings/site-facts.ts'
import { settingGroups } from '#content/settings/setting-groups.ts'
import { selectFacts } from '#machines/admin/settings.ts'
import type { SettingsProps } from './settings-props.ts'
import { SettingsGroup } from './SettingsGroup.tsx'
import { SwitchSetting } from './SettingField.tsx'
import styles from './SettingsScreen.module.css'

/** Closes the site to visitors, and says who still gets in. */
export const MaintenanceSettings = ({ settingsRef }: SettingsProps) => (
  <SettingsGroup group={settingGroups.maintenance} preview={<StillOpen />}>
    <SwitchSetting
      settingsRef={settingsRef}
      settingKey="maintenanceModeEnabled"
      hint={`Visitors see “${maintenanceMessage}” in place of every page, and search engines are told to come back later (503).`}
    />
  </SettingsGroup>
)

const StillOpen = () => (
  <>
    <h3 className={styles.previewLabel}>While it is on</h3>
    <ul className={styles.list}>
      <li>Administrators who are signed in see and edit everything, as you do.</li>
      <li>Everybody can reach the screens to sign in and to choose a new password.</li>
      <li>The admin area asks for an administrator, as always.</li>
      <li>robots.txt and the sitemaps stay as they are.</li>
      <li>The API still answers everyone, so that other front ends go on.</li>
    </ul>
  </>
)

/** Says which versions of the app and of the API are running. */
export function VersionInfo({ settingsRef }: SettingsProps) {
  const { app, api, apiBase } = useSelector(settingsRef, selectFacts)!.versions
  return (
    <SettingsGroup group={settingGroups.version}>
      <dl className={styles.versions}>
        <dt>App</dt>
        <dd>
          {app === null ? (
            'Unknown'
          ) : (
            <a href={`/builds/meta/${app}.json`} target="_blank" rel="noreferrer" title={app}>
              Build {shortId(app)}
            </a>
          )}
        </dd>
        <dt>API</dt>
        <dd>
          <a href={`${apiBase}/docs.jsonld`} target="_blank" rel="noreferrer">
            {api === null ? 'Unknown' : `Version ${api}`}
          </a>
        </dd>
      </dl>
    </SettingsGroup>
  )
}
