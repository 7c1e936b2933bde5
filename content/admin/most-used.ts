import type { Resource } from '../model/resource.ts'

/** Returns choices with that first which most resources have in a property; those that none has keep their order. */
export const mostUsedFirst = <Choice extends { value: string }>(
  choices: readonly Choice[],
  resources: readonly Resource[],
  property: string,
): Choice[] => {
  const uses = ({ value }: Choice) =>
    resources.filter((resource) => resource[property] === value).length
  return choices.toSorted((one, other) => uses(other) - uses(one))
}

/** Returns the value that most resources have in a property; '' where none has one. */
export const mostUsed = (resources: readonly Resource[], property: string): string => {
  const values = resources.flatMap((resource) => {
    const value = resource[property]
    return typeof value === 'string' ? [{ value }] : []
  })
  return mostUsedFirst(values, resources, property)[0]?.value ?? ''
}
