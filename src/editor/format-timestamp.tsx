import { useSiteConfig } from '#src/views/hooks/use-site-config.ts'
import { SiteDate } from '#src/views/page/SiteDate.tsx'

/** Renders an ISO 8601 date in the format of the site; returns undefined for anything else. */
export const formatTimestamp = (date: unknown) =>
  typeof date === 'string' ? <Timestamp date={date} /> : undefined

/** Shows a time by the clock of who edits, as the fields for times have it. */
function Timestamp({ date }: { date: string }) {
  const settings = { ...useSiteConfig(), timeZone: '' }
  return <SiteDate date={date} settings={settings} dateStyle="medium" timeStyle="short" />
}
