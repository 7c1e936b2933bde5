/** Tells the ids of resources. */

const pattern = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** True for a UUID of version 7 (RFC 9562), as the API makes them: they sort by the time of creation. */
export const isUuid = (text: string) => pattern.test(text)
