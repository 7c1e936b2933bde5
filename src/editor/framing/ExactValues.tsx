import { useState } from 'react'
import { clamp } from '#content/clamp.ts'
import { focalPointOf, typeCrop } from '#content/pictures/crop-changes.ts'
import type { Crop, Point } from '#content/pictures/framing.ts'
import { TextField } from '#src/ui/TextField.tsx'
import type { DraftProps } from './draft-props.ts'
import styles from './FramingDialog.module.css'

const cropFields: readonly [key: keyof Crop, label: string][] = [
  ['x', 'Left'],
  ['y', 'Top'],
  ['width', 'Width'],
  ['height', 'Height'],
]
const pointFields: readonly [key: keyof Point, label: string][] = [
  ['x', 'Focus left'],
  ['y', 'Focus top'],
]

/** Edits the same as numbers, without dragging. */
export function ExactValues({ draft, ratio, onChange }: DraftProps) {
  const { crop } = draft
  const point = focalPointOf(draft)
  return (
    <details className={styles.values}>
      <summary>Exact values, in percent</summary>
      <div className={styles.numbers}>
        {cropFields.map(([key, label]) => (
          <PercentField
            key={key}
            label={label}
            value={crop[key]}
            onChange={(value) => onChange({ ...draft, crop: typeCrop(crop, key, value, ratio) })}
          />
        ))}
        {pointFields.map(([key, label]) => (
          <PercentField
            key={key}
            label={label}
            value={point[key]}
            onChange={(value) => onChange({ ...draft, focalPoint: { ...point, [key]: value } })}
          />
        ))}
      </div>
    </details>
  )
}

interface PercentFieldProps {
  label: string
  value: number
  onChange: (fraction: number) => void
}

/** Edits a fraction as a percentage, which is applied when the field is left or Enter is pressed. */
function PercentField({ label, value, onChange }: PercentFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const apply = () => {
    const percent = Number(typed)
    if (typed?.trim() && Number.isFinite(percent)) onChange(clamp(percent, 0, 100) / 100)
    setTyped(null)
  }
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={typed ?? String(Math.round(value * 1000) / 10)}
      onChange={setTyped}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}
