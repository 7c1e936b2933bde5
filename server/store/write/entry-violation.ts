import type { Violation } from '#content/model/resource.ts'

/** Returns a violation of an entry of a list as a violation of what has the list. */
export const entryViolation = (
  list: string,
  at: number,
  { propertyPath, ...violation }: Violation,
): Violation => {
  const path = `${list}[${at}]`
  return { ...violation, propertyPath: propertyPath ? `${path}.${propertyPath}` : path }
}
