/** Shortens what follows on one another: numbers that grow, and texts that begin and end alike. */

/** Returns the differences of the differences, without zeros at the end. */
export const differencesOf = (numbers: readonly number[]) => {
  let [last, step] = [0, 0]
  const differences = numbers.map((number) => {
    const nextStep = number - last
    const difference = nextStep - step
    last = number
    step = nextStep
    return difference
  })
  return differences.slice(0, differences.findLastIndex((difference) => difference !== 0) + 1)
}

/** Below this length, naming what is alike takes as long as the text itself. */
const minAlike = 4

const alikeAtStart = (one: string, other: string, most: number) => {
  let length = 0
  while (length < most && one[length] === other[length]) length += 1
  return length
}

const alikeAtEnd = (one: string, other: string, most: number) => {
  let length = 0
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length += 1
  return length
}

/** Returns each text without what it begins and ends with like the one before it, and the lengths of both. */
export const cutTexts = (texts: readonly string[]) => {
  let last = ''
  const cuts = texts.map((text) => {
    const most = Math.min(text.length, last.length)
    const start = alikeAtStart(text, last, most)
    const end = alikeAtEnd(text, last, most - start)
    last = text
    return start + end < minAlike
      ? { text, start: 0, end: 0 }
      : { text: text.slice(start, text.length - end), start, end }
  })
  return {
    texts: cuts.map(({ text }) => text),
    starts: cuts.map(({ start }) => start),
    ends: cuts.map(({ end }) => end),
  }
}
