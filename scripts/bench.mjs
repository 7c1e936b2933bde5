/** `npm run bench [name…]`: measures all benchmarks in `bench/`, or those named, and reports which are within their limits. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { noBrowser, provideBrowser } from './support/browser.mjs'
import { ensureBuilt } from './support/ensure-built.mjs'
import { root } from './support/root.mjs'

register()
const folder = join(root, 'bench')
const available = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))

const usage = `npm run bench -- [name…]

Measures each figure in bench/ on this machine and compares it with its limit. Builds the site
first if necessary.

  name…  benchmarks to run (default: all):
${indentedList(available)}

Exit codes: 0 if every figure is within its limit, 1 if one is not, 2 if an option is wrong.`

const names = namesFromArguments()
const benches = available.filter((name) => names.length === 0 || names.includes(name))

if (benches.length === 0) fail(`There is no benchmark named ${names.join(', ')}.`)
if (!(await ensureBuilt())) fail('dist/ could not be built.')
if (!(await provideBrowser())) fail(noBrowser)

const { isWithinLimit } = await import('../bench/support/metric.ts')
const rows = []
for (const name of benches) {
  process.stderr.write(`measuring ${name} …\n`)
  rows.push(...(await rowsOf(name)))
}

console.log(table([['metric', 'measured', 'limit', ''], ...rows.map(({ cells }) => cells)]))
process.exitCode = rows.every(({ passed }) => passed) ? 0 : 1

function namesFromArguments() {
  try {
    const options = { help: { type: 'boolean' } }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (!values.help) return positionals
    console.log(usage)
    process.exit(0)
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    process.exit(2)
  }
}

/** Returns names in lines of at most 80 columns, indented as the help is. */
function indentedList(items) {
  const lines = items.join(', ').match(/.{1,70}(?:,|$)/g)
  return lines.map((line) => `         ${line.trim()}`).join('\n')
}

async function rowsOf(name) {
  try {
    const { measure } = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
    return (await measure()).map((figure) => {
      const { value, unit, limit } = figure
      const [sign, bound] = 'atMost' in limit ? ['≤', limit.atMost] : ['≥', limit.atLeast]
      const passed = isWithinLimit(figure)
      return {
        passed,
        cells: [
          figure.name,
          `${rounded(value)} ${unit}`.trim(),
          `${sign} ${bound} ${unit}`.trim(),
          passed ? 'pass' : 'FAIL',
        ],
      }
    })
  } catch (error) {
    console.error(error)
    return [{ passed: false, cells: [name, 'not measured', '', 'FAIL'] }]
  }
}

function rounded(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1)
}

function table(cells) {
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
