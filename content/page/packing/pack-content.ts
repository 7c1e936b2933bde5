/** Packs the resources of a page for its document. */
import { cutTexts, differencesOf } from './differences.ts'
import { describeObject, shapeOf } from './describe-object.ts'
import { type Column, type PackedContent, type Shape, column } from './packed-content.ts'

/** A part that differs between the objects of a shape. */
interface Slot {
  kind: number
  values: unknown[]
  /** The items of lists, one list after another: texts, or the numbers of shapes. */
  items: unknown[]
}

/** The objects of one shape. */
interface Rows {
  sample: object
  slots: Slot[]
}

/** Returns the objects by their shapes, and the number of the shape of each. */
const sortByShape = (objects: readonly object[]) => {
  const numbers = new Map<string, number>()
  const rows: Rows[] = []
  const add = (object: object): number => {
    const { key, kinds, values } = describeObject(object)
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    rows[number] ??= {
      sample: object,
      slots: kinds.map((kind) => ({ kind, values: [], items: [] })),
    }
    rows[number].slots.forEach((slot, at) => addValue(slot, values[at]))
    return number
  }
  const addValue = ({ kind, values, items }: Slot, value: unknown) => {
    if (kind !== column.lists) return void values.push(value)
    const list = value as readonly (string | object)[]
    values.push(list.length)
    for (const item of list) items.push(typeof item === 'string' ? item : add(item))
  }
  return { numbers: objects.map(add), rows }
}

/** Numbers texts: first those of the HTML, then the others as they are asked for. */
const createTexts = (shown: readonly string[]) => {
  const numbers = new Map<unknown, number>()
  const texts: string[] = []
  for (const [number, text] of shown.entries()) if (!numbers.has(text)) numbers.set(text, number)
  return {
    texts,
    isShown: (text: unknown) => (numbers.get(text) ?? shown.length) < shown.length,
    numberOf: (text: unknown) => {
      const known = numbers.get(text)
      if (known !== undefined) return known
      const number = shown.length + texts.length
      texts.push(text as string)
      numbers.set(text, number)
      return number
    },
  }
}

type Texts = ReturnType<typeof createTexts>

/** Writes columns. The first ones are known last, when all texts are. */
const createColumns = ({ texts, numberOf }: Texts) => {
  const columns: Column[] = [[column.integers], [column.integers]]
  const add = (kind: number, values: readonly unknown[]) => columns.push([kind, ...values]) - 1
  const addNumbers = (kind: number, values: readonly unknown[]) =>
    add(kind, differencesOf(values as readonly number[]))
  const addTexts = (values: readonly unknown[]) => addNumbers(column.texts, values.map(numberOf))

  const addSlot = ({ kind, values, items }: Slot): number => {
    if (kind === column.texts) return addTexts(values)
    if (kind === column.values) return add(kind, values)
    if (kind === column.integers) return addNumbers(kind, values)
    const isOfTexts = typeof items[0] === 'string'
    const ofItems = isOfTexts ? addTexts(items) : addNumbers(column.objects, items)
    return add(kind, [ofItems, ...differencesOf(values as number[])])
  }
  const finish = () => {
    const cut = cutTexts(texts)
    columns[0] = [column.integers, ...differencesOf(cut.starts)]
    columns[1] = [column.integers, ...differencesOf(cut.ends)]
    return { texts: cut.texts, columns }
  }
  return { add, addNumbers, addSlot, finish }
}

/** True for a text that all objects of a shape have, and that the HTML does not hold: it stands in the shape. */
const isCommon = ({ kind, values }: Slot, { isShown }: Texts) =>
  kind === column.texts && !isShown(values[0]) && values.every((value) => value === values[0])

/** Returns objects of JSON packed, given the texts of the HTML as the browser finds them there. */
export const packContent = (
  objects: readonly object[],
  shown: readonly string[],
): PackedContent => {
  const { numbers, rows } = sortByShape(objects)
  const texts = createTexts(shown)
  const columns = createColumns(texts)
  columns.add(column.lists, [3, objects.length])
  columns.addNumbers(column.objects, numbers)
  const shapes = rows.map(({ sample, slots }) => {
    const left = slots.values()
    const next = (): Shape => {
      const slot = left.next().value!
      return isCommon(slot, texts) ? (slot.values[0] as string) : columns.addSlot(slot)
    }
    return shapeOf(sample, next)
  })
  return { shapes, ...columns.finish() }
}
