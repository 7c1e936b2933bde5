/** The path at which the API is mounted. It is part of URLs and never of an IRI. */
export const apiBase = '/_api'
