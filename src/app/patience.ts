/** How long a page may take to be gathered; after that the browser goes on by itself. */
const patience = 3_000

export const tooLate = Symbol('too late')

export const withPatience = async <Answer>(answer: Promise<Answer>) => {
  let timer: ReturnType<typeof setTimeout>
  const limit = new Promise<typeof tooLate>((resolve) => {
    timer = setTimeout(() => resolve(tooLate), patience)
  })
  return Promise.race([answer, limit]).finally(() => clearTimeout(timer))
}
