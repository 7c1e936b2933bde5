import { type Field, comparisonOf, isHtml } from '#content/model/field.ts'
import { DifferenceLegend } from '#src/comparison/TextDifference.tsx'
import { mergeHtml, mergeTexts } from '#src/comparison/merge-edits.ts'
import { Difference } from '../drafts/PropertyDifferenceView.tsx'
import { readableValueOf } from '../drafts/property-differences.ts'
import type { ConflictViewProps } from './ConflictVersions.tsx'

const sides = { before: 'Theirs', after: 'Mine' }

export interface ConflictDifferenceProps extends ConflictViewProps {
  field: Field
}

/** Shows how the two values of a conflict differ. Texts can be merged. */
export function ConflictDifference({ edits, field, children }: ConflictDifferenceProps) {
  const comparison = comparisonOf(field)
  const [base, theirs, mine] = [edits.base, edits.theirs, edits.mine].map((value) =>
    String(value ?? ''),
  )
  const merge = isHtml(field) ? mergeHtml : mergeTexts
  return (
    <>
      <Difference
        comparison={comparison}
        sides={sides}
        before={readableValueOf(edits.theirs, field)}
        after={readableValueOf(edits.mine, field)}
      />
      <DifferenceLegend sides={sides} />
      {children(
        comparison === 'text'
          ? () => merge({ base: base!, theirs: theirs!, mine: mine! })
          : undefined,
      )}
    </>
  )
}
