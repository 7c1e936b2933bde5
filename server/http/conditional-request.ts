/**
 * Reads the ETags of conditional requests (RFC 9110, section 13), and compares them with the current one. The library
 * fresh does not support `If-Match`.
 */

/** Returns the ETags in a header. None of this server's contains a comma, so a list can be split at every one. */
const etagsIn = (header: string) => header.split(',').map((etag) => etag.trim())

/**
 * Returns the ETags of `If-Match`, one of which a resource must have to be changed; null if any version may be changed:
 * without the header and for `*`. The comparison is strong (RFC 9110, section 8.8.3.2), so weak ETags are left out.
 */
export const expectedEtagsIn = (ifMatch: string | undefined): readonly string[] | null => {
  if (!ifMatch) return null
  const etags = etagsIn(ifMatch)
  return etags.includes('*') ? null : etags.filter((etag) => !etag.startsWith('W/'))
}

const opaqueTagOf = (etag: string) => etag.replace(/^W\//, '')

/**
 * Returns true if `If-None-Match` names an ETag or is `*`: the client has this version, and is answered with 304. The
 * comparison is weak (RFC 9110, section 8.8.3.2): `W/"1"` and `"1"` are the same version.
 */
export const hasCurrentVersion = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch !== undefined &&
  etagsIn(ifNoneMatch).some((one) => one === '*' || opaqueTagOf(one) === opaqueTagOf(etag))
