/** Returns a value as plain text. HTML is parsed in an inert document, where none of its scripts run. */
export const plainTextOf = (value: unknown) => {
  const text = value === null || value === undefined ? '' : String(value)
  return new DOMParser().parseFromString(text, 'text/html').body.textContent?.trim() ?? ''
}
