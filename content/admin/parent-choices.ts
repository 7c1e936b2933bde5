/** The pages that can be chosen as the parent of another. */
import type { Resource } from '../model/resource.ts'
import { textIn } from '../model/text-in.ts'
import { associatedWith } from './associated-resources.ts'
import type { Option } from './item-form.ts'

const toChoice = (route: Resource): Option => {
  const { pageData, pageTitle } = associatedWith(route)
  const title = pageData ?? pageTitle
  const path = textIn(route, 'path')
  return {
    value: textIn(route, 'pageData') || textIn(route, 'page'),
    label: title ? `${path} – ${title}` : path,
  }
}

/** An API may send the page to which a redirect leads as if it were its own. */
const isRedirect = (route: Resource) =>
  associatedWith(route).redirect !== undefined ||
  textIn(route, 'redirect') !== '' ||
  textIn(route, 'redirectPath') !== ''

/** Returns each page that has one of the routes once, named by its own route and not by a redirect to it. */
export const parentChoices = (routes: readonly Resource[]): Option[] => {
  const choices = routes.filter((route) => !isRedirect(route)).map(toChoice)
  const byPage = new Map(choices.toReversed().map((choice) => [choice.value, choice]))
  return choices.filter((choice) => choice.value !== '' && byPage.get(choice.value) === choice)
}
