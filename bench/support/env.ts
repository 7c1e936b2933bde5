/** Returns a count that can be set for a quick run: `ATTACK_KILLS=5 npm run bench attack`. */
export const countFromEnv = (variable: string, otherwise: number) => {
  const given = Number(process.env[variable] || otherwise)
  if (!Number.isInteger(given) || given < 1)
    throw new Error(`${variable} should be a whole number.`)
  return given
}
