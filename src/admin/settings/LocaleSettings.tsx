import { useSelector } from '@xstate/react'
import { Fragment } from 'react'
import type { DateForm } from '#content/settings/format-date.ts'
import { dateFormats } from '#content/settings/locale-problems.ts'
import { settingGroups } from '#content/settings/setting-groups.ts'
import { configOf } from '#content/settings/settings-draft.ts'
import { selectDraft } from '#machines/admin/settings.ts'
import { SiteDate } from '#src/views/page/SiteDate.tsx'
import { languageLabel, languages } from '../media/languages.ts'
import { SettingsGroup } from './SettingsGroup.tsx'
import { SelectSetting, TextSetting } from './SettingField.tsx'
import type { SettingsProps } from './settings-props.ts'
import styles from './SettingsScreen.module.css'

const languageOptions = languages.map((language) => ({
  value: language,
  label: languageLabel(language),
}))

const timeZoneOptions = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}))

const formatLabels: Record<(typeof dateFormats)[number], string> = {
  short: 'Short, in the language of the site',
  medium: 'Medium, in the language of the site',
  long: 'Long, in the language of the site',
  iso: 'Year, month and day in numbers (ISO 8601)',
}

const formatOptions = [
  { value: '', label: 'What suits each place' },
  ...dateFormats.map((format) => ({ value: format, label: formatLabels[format] })),
]

/** Edits the language of the site, and in which form it shows dates. */
export const LocaleSettings = ({ settingsRef }: SettingsProps) => (
  <SettingsGroup group={settingGroups.locale} preview={<Dates settingsRef={settingsRef} />}>
    <TextSetting
      settingsRef={settingsRef}
      settingKey="lang"
      hint="The language that the pages are written in, for search engines, translators and screen readers: a language tag, such as de or pt-BR."
      suggestions={languageOptions}
    />
    <TextSetting
      settingsRef={settingsRef}
      settingKey="timeZone"
      hint="Pages show their dates in it, and the lists of the admin area their times. Leave it empty for UTC on pages, and for everybody’s own time in the admin area."
      placeholder="UTC"
      suggestions={timeZoneOptions}
    />
    <SelectSetting settingsRef={settingsRef} settingKey="dateFormat" options={formatOptions} />
  </SettingsGroup>
)

/** The last half hour of a year in UTC, which is in the next year further east. */
const example = '2030-12-31T23:30:00Z'

const places: readonly { label: string; form: DateForm }[] = [
  { label: 'On a page', form: { dateStyle: 'long', lang: 'en-GB', timeZone: 'UTC' } },
  { label: 'In the admin area', form: { dateStyle: 'long', timeStyle: 'short' } },
]

/** Shows a date as it would be shown. */
function Dates({ settingsRef }: SettingsProps) {
  const config = configOf(useSelector(settingsRef, selectDraft)!)
  return (
    <>
      <h3 className={styles.previewLabel}>Half an hour before 2031 in UTC</h3>
      <dl className={styles.versions}>
        {places.map(({ label, form }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>
              <SiteDate date={example} settings={config} {...form} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}
