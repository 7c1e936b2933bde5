/**
 * Returns a UUID of version 7 (RFC 9562): the time in milliseconds and random digits, enough for ids of one site.
 * `crypto.randomUUID` makes none of that version, and is missing on sites without TLS.
 */
export const newId = () => {
  const digits = Math.random().toFixed(20).slice(2)
  return `0${Date.now().toString(16)}7${digits.slice(0, 3)}8${digits.slice(3, 18)}`.replace(
    /(.{8})(.{4})(.{4})(.{4})/,
    '$1-$2-$3-$4-',
  )
}
