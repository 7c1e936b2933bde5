import { type DateForm, type DateSettings, formatDate } from '#content/settings/format-date.ts'
import { useSiteConfig } from '../hooks/use-site-config.ts'

export interface SiteDateProps extends DateForm {
  /** In ISO 8601. */
  date: string
  className?: string | undefined
  /** Settings in place of those of the site. */
  settings?: DateSettings
}

/** Shows a date in the language, the time zone and the format of the site. */
export function SiteDate({ date, className, settings, ...form }: SiteDateProps) {
  const site = useSiteConfig()
  // A browser may know a language better than the server does; what the server wrote stays.
  return (
    <time dateTime={date} className={className} suppressHydrationWarning>
      {formatDate(date, settings ?? site, form)}
    </time>
  )
}

/** Shows a day. Where the settings have no time zone it is that in UTC, so that server and browser render the same. */
export const LongDate = (props: Pick<SiteDateProps, 'date' | 'className'>) => (
  <SiteDate {...props} dateStyle="long" lang="en-GB" timeZone="UTC" />
)
