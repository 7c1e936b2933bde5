/**
 * Returns a UUID of version 7 (RFC 9562): the time in milliseconds, and random digits. `crypto.randomUUID` is missing
 * where a site is opened without TLS.
 */
export const newId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `0${Date.now().toString(16)}7${random.slice(0, 3)}8${random.slice(3, 18)}`.replace(
    /(.{8})(.{4})(.{4})(.{4})/,
    '$1-$2-$3-$4-',
  )
}
