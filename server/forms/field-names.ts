/** Makes the names of form fields: `contact[children][0][name]` in a body, `contact_children_0_name` as an HTML id. */
export const fullName = (parent: string, name: string) => `${parent}[${name}]`

/** Returns the HTML id of a field: `contact_address_city` for `contact[address][city]`. */
export const htmlIdOf = (full: string) => full.replaceAll('[', '_').replaceAll(']', '')

/** The two inputs of a repeated field. */
export const repeatedParts = ['first', 'second'] as const
