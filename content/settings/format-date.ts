/** Writes dates as the settings of the site have them, the same on the server and in the browser. */
import type { SiteConfig } from '../model/site-config.ts'

export type DateSettings = Pick<SiteConfig, 'lang' | 'timeZone' | 'dateFormat'>

/** The form of a date where the settings do not say otherwise. */
export interface DateForm {
  dateStyle: 'medium' | 'long'
  /** Absent for the day alone. */
  timeStyle?: 'short' | 'medium'
  /** The language; by default that of the browser. */
  lang?: string
  /** The time zone; by default that of the browser. */
  timeZone?: string
}

const createFormat = (
  { lang, timeZone, dateFormat }: DateSettings,
  { lang: defaultLang, ...form }: DateForm,
) => {
  try {
    const zone = timeZone ? { timeZone } : {}
    // Swedish writes dates as ISO 8601 does.
    if (dateFormat === 'iso')
      return new Intl.DateTimeFormat('sv', { ...form, ...zone, dateStyle: 'short' })
    const style = (dateFormat || form.dateStyle) as DateForm['dateStyle']
    // A language that is not known here is replaced by the same one on the server and in the browser.
    const langs = lang ? [lang, defaultLang ?? 'en'] : defaultLang
    return new Intl.DateTimeFormat(langs, { ...form, ...zone, dateStyle: style })
  } catch {
    // Another API may store anything, and a browser may lack a time zone.
    return new Intl.DateTimeFormat(defaultLang, form)
  }
}

/** The formats by what they were created for: creating one takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a date as people read it. */
export const formatDate = (date: string, settings: DateSettings, form: DateForm) => {
  const { lang, timeZone, dateFormat } = settings
  const key = JSON.stringify([lang, timeZone, dateFormat, form])
  const format = formats.get(key) ?? createFormat(settings, form)
  formats.set(key, format)
  return format.format(new Date(date))
}
