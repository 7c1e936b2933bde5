/**
 * Gives a site's views access to cached resources, since `site/` may import from `src/views` but not from
 * `src/resources`.
 */
export { useResource } from '#src/resources/use-resource.ts'
