const timestampFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
})

/** Renders an ISO 8601 date in the local format; returns undefined for anything else. */
export const formatTimestamp = (date: unknown) =>
  typeof date === 'string' ? (
    <time dateTime={date}>{timestampFormat.format(new Date(date))}</time>
  ) : undefined
