/** How the parts of a form are called: `contact[children][0][name]` in a body, `contact_children_0_name` as an id. */
export const fullName = (parent: string, name: string) => `${parent}[${name}]`

export const htmlIdOf = (full: string) => full.replaceAll('[', '_').replaceAll(']', '')

/** The two halves of a field that is filled in twice. */
export const repeatedParts = ['first', 'second'] as const
