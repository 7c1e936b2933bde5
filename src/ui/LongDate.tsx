const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

interface LongDateProps {
  /** In ISO 8601. */
  date: string
  className?: string | undefined
}

/** Shows a date with the name of its month. It is the day in UTC, so that server and browser render the same. */
export const LongDate = ({ date, className }: LongDateProps) => (
  <time dateTime={date} className={className}>
    {format.format(new Date(date))}
  </time>
)
