/** What came with the page, or has come since, for a site's own views. */
export { useResource } from '#src/resources/use-resource.ts'
