import type { EditableKind } from '#content/model/kind.ts'
import { Select } from '#src/ui/Select.tsx'
import type { FieldEdits } from '../site-kinds.ts'
import { variantChoices } from './variant-choices.ts'

/** Shows a control for each choice between the variants and styles of a kind. */
export const VariantFields = (props: FieldEdits & { kind: EditableKind }) =>
  variantChoices(props).map(({ label, value, options, choose }) => (
    <Select key={label} label={label} value={value} options={options} onChange={choose} />
  ))
