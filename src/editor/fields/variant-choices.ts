import type { EditableKind } from '#content/model/kind.ts'
import type { FieldEdits } from '../site-kinds.ts'
import { variantLabels } from '../messages.ts'

/** A choice between the variants of a kind, which the panel and the toolbar on the page offer. */
export interface VariantChoice {
  label: string
  /** The value of the chosen option; '' for the default. */
  value: string
  options: { value: string; label: string }[]
  choose: (value: string) => void
}

const defaultOption = { value: '', label: 'Default' }
const saveImmediately = { isChoice: true }

type Variants = Pick<FieldEdits, 'resource' | 'change'> & { kind: EditableKind }

/** Returns the choices of variants and styles that the kind of a component has. */
export const variantChoices = (variants: Variants): VariantChoice[] => [
  ...variantChoice(variants),
  ...styleChoice(variants),
]

const variantChoice = ({ kind: { uiVariants }, resource, change }: Variants): VariantChoice[] =>
  uiVariants
    ? [
        {
          label: variantLabels.uiComponent,
          value: textOf(resource['uiComponent']),
          options: [
            defaultOption,
            ...uiVariants.map(({ name, label }) => ({ value: name, label })),
          ],
          choose: (name) => change('uiComponent', name || null, saveImmediately),
        },
      ]
    : []

const styleChoice = ({ kind: { styles }, resource, change }: Variants): VariantChoice[] =>
  styles
    ? [
        {
          label: variantLabels.uiClassNames,
          value: textOf([resource['uiClassNames']].flat()[0]),
          options: [
            defaultOption,
            ...styles.map(({ className, label }) => ({ value: className, label })),
          ],
          choose: (name) => change('uiClassNames', name ? [name] : null, saveImmediately),
        },
      ]
    : []

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
