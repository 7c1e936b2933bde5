import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadFolder } from '../../charts/command/load-machines.ts'
import { chartFiles, staleFiles } from '../../charts/command/write-charts.ts'

const root = join(import.meta.dirname, '../..')

test(
  'the charts in docs/charts are up to date (`npm run charts` writes them)',
  { timeout: 120_000 },
  async () => {
    const machines = await loadFolder(join(root, 'machines'))
    expect(machines.length).toBeGreaterThan(100)
    expect(staleFiles(join(root, 'docs/charts'), await chartFiles(machines))).toEqual([])
  },
)
