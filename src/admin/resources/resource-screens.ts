/** The screens of lists and of their items, which are loaded together: each leads to the other. */
export { PageItemDialog } from './PageItemDialog.tsx'
export { ResourceItemScreen } from './ResourceItemScreen.tsx'
export { ResourceListScreen } from './ResourceListScreen.tsx'
