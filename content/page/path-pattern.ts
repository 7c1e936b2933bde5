/** Parses the patterns of paths: in one way for the router of the interface, the machines and the server. */
import { parse } from 'regexparam'

/**
 * Parses a pattern as wouter does: `:name` matches a segment, `:name?` an optional one, and a last segment `*?` everything
 * below. Unlike with wouter's default, upper and lower case differ, and a segment may be empty.
 */
export const parsePattern = (path: string) => {
  const { keys, pattern } = parse(path)
  return { keys, pattern: new RegExp(pattern.source.replace(/(\[\^\\?\/])\+/g, '$1*')) }
}
