/** The fields of pages, layouts and data on their screens in the admin area. */
import { textIn } from '../model/text-in.ts'
import type { Resource } from '../model/resource.ts'
import type { Style } from '../model/kind.ts'
import type { ItemField, Option } from './item-form.ts'
import { parentIn } from './item-values.ts'

const inGroup = (group: ItemField['group'], fields: readonly ItemField[]): ItemField[] =>
  fields.map((field) => ({ ...field, ...(group !== undefined && { group }) }))

/** A layout or a template of the site, by the name under which it is stored. */
export interface Design extends Option {
  styles: readonly Style[]
}

/** A page that a new page is a copy of. */
export interface PageCopies {
  /** The page that is copied unless another is chosen; null for none. */
  source: Resource | null
}

/** The choice among the layouts or the templates: each page needs one. */
export interface NeededChoice {
  /** The first is the stored one, or that with which a new item begins. */
  options: readonly Option[]
  /** True if there are more of them, which are searched. */
  isSearched: boolean
}

/** The choices on the screen of an item. */
export interface ItemChoices {
  /** The designs of layouts, or of pages. Those of a new item begin with the one that most have, and so do its layouts. */
  designs: readonly Design[]
  layouts: NeededChoice
  /** The pages that are templates of page data. */
  templates: NeededChoice
  /** The page of which a new one is a copy, unless another is chosen; null where none can be copied. */
  copies: PageCopies | null
  /** The page or page data below which the item is, or that of which it is a copy; null for none. */
  parent: Option | null
  /** True if the API has a picture for each page that is shown where it is shared, and a library to choose it from. */
  hasSocialImage: boolean
  /** The fields of a type of page data, and those of its components. */
  ownFields: readonly ItemField[]
  partFields: readonly ItemField[]
}

const descriptionField: ItemField = {
  name: 'metaDescription',
  label: 'Description for search engines',
  format: 'longText',
  recommendedLength: 160,
}

const socialImageField: ItemField = {
  name: 'socialImage',
  label: 'Social image',
  format: 'picture',
  hint: 'Shown with a link to the page where that is shared. At least 1200 × 630 pixels look best.',
}

const parentField = (parent: Option | null): ItemField => ({
  name: 'parent',
  label: 'Parent',
  format: 'parent',
  options: [{ value: '', label: 'None' }, ...(parent ? [parent] : [])],
  search: 'parents',
  hint: 'The suggested address begins with that of the parent, whose title follows that of the page.',
})

const nameField = (of: string): ItemField => ({
  name: 'reference',
  label: 'Name',
  format: 'text',
  hint: `Editors find the ${of} by it. Visitors do not see it.`,
  required: 'Enter a name.',
  header: 'name',
})

const designFields = (designs: readonly Design[]): ItemField[] => [
  {
    name: 'uiComponent',
    label: 'Design',
    format: 'choice',
    options: designs,
    required: 'Choose a design.',
    ...(designs[0] && { initial: designs[0].value }),
  },
  {
    name: 'uiClassNames',
    label: 'Style',
    format: 'styles',
    optionsBy: {
      field: 'uiComponent',
      options: Object.fromEntries(
        designs
          .filter(({ styles }) => styles.length > 0)
          .map(({ value, styles }) => [
            value,
            [
              { value: '', label: 'Default' },
              ...styles.map(({ className, label }) => ({ value: className, label })),
            ],
          ]),
      ),
    },
  },
]

export const layoutFields = ({ designs }: ItemChoices): ItemField[] => [
  nameField('layout'),
  ...designFields(designs),
]

const typeField: ItemField = {
  name: 'isTemplate',
  label: 'Type',
  format: 'yesOrNo',
  header: 'choice',
  options: [
    { value: 'false', label: 'Page' },
    { value: 'true', label: 'Template for data' },
  ],
  initial: 'false',
}

const pageTitleField: ItemField = {
  name: 'title',
  label: 'Page title',
  format: 'text',
  recommendedLength: 60,
}

const dataTitleField: ItemField = {
  ...pageTitleField,
  label: 'Title',
  required: 'Enter a title.',
  header: 'name',
}

/** Returns a choice of what each page needs one of. A new page begins with the first. */
const neededField = (
  about: Pick<ItemField, 'name' | 'label' | 'required'> & Required<Pick<ItemField, 'search'>>,
  { options, isSearched }: NeededChoice,
): ItemField => {
  const { search, ...field } = about
  const [first] = options
  return {
    ...field,
    format: 'choice',
    options: isSearched ? options.slice(0, 1) : options,
    ...(isSearched && { search }),
    ...(first && { initial: first.value }),
  }
}

const layoutField = (layouts: NeededChoice) => {
  const required = 'Choose a layout. If there is none, add one first.'
  return neededField({ name: 'layout', label: 'Layout', required, search: 'layouts' }, layouts)
}

const templateField = (templates: NeededChoice) => {
  const required =
    'Choose a template. If there is none, add a page of the type “Template for data” first.'
  return neededField({ name: 'page', label: 'Template', required, search: 'templates' }, templates)
}

/** The name of the field that chooses the page of which a new one is a copy. */
export const copyField = 'copyOf'

/** Returns a page as an option to copy. */
export const copiedOption = (page: Resource): Option => ({
  value: page['@id'],
  label: `${page['isTemplate'] === true ? 'Template' : 'Page'}: ${textIn(page, 'reference')}`,
})

const copyFields = ({ copies }: ItemChoices): ItemField[] =>
  copies === null
    ? []
    : [
        {
          name: copyField,
          label: 'Begin with',
          format: 'choice',
          options: [
            { value: '', label: 'An empty page' },
            ...(copies.source ? [copiedOption(copies.source)] : []),
          ],
          search: 'pages',
          hint: 'A copy has everything that is on the page or template, drafts included.',
          initial: copies.source?.['@id'] ?? '',
        },
      ]

const initialParent = (source: Resource, { options = [] }: ItemField) => {
  const parent = parentIn(source)
  return options.some(({ value }) => value === parent) ? { initial: parent } : {}
}

/** Gives the fields of a copy the values of the page that it is made of. */
const withValuesOf = (source: Resource, fields: readonly ItemField[]) =>
  fields.map((field): ItemField => {
    if (field.name === 'reference')
      return { ...field, initial: `Copy of ${textIn(source, 'reference')}` }
    if (field.format === 'parent') return { ...field, ...initialParent(source, field) }
    const isText = field.name === 'title' || field.name === 'metaDescription'
    return isText ? { ...field, initial: textIn(source, field.name) } : field
  })

export const pageFields = (choices: ItemChoices): ItemField[] => {
  const source = choices.copies?.source ?? null
  const fields = [...copyFields(choices), ...ownPageFields(choices)]
  return source === null ? fields : withValuesOf(source, fields)
}

/** A copy has the layout, the design and the picture of its page. */
const unlessCopied = ({ copies }: ItemChoices, fields: readonly ItemField[]): ItemField[] =>
  copies === null
    ? [...fields]
    : fields.map((field) => ({ ...field, shownWith: { field: copyField, value: '' } }))

const ownPageFields = (choices: ItemChoices): ItemField[] => [
  nameField('page'),
  typeField,
  { ...parentField(choices.parent), shownWith: { field: 'isTemplate', value: 'false' } },
  ...inGroup('Search engines and sharing', [
    pageTitleField,
    descriptionField,
    ...(choices.hasSocialImage ? unlessCopied(choices, [socialImageField]) : []),
  ]),
  ...inGroup(
    'Layout and design',
    unlessCopied(choices, [layoutField(choices.layouts), ...designFields(choices.designs)]),
  ),
]

export const dataFields = (choices: ItemChoices): ItemField[] => [
  dataTitleField,
  ...inGroup('Content', [...choices.ownFields, ...choices.partFields]),
  ...inGroup('Search engines and sharing', [
    descriptionField,
    ...(choices.hasSocialImage ? [socialImageField] : []),
  ]),
  ...inGroup('Layout and design', [templateField(choices.templates), parentField(choices.parent)]),
]
