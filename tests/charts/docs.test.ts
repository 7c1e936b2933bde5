import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadFolder } from '../../charts/command/load-machines.ts'
import { staleFiles, systemFiles } from '../../charts/command/write-charts.ts'
import { hearsBy } from '../../scripts/support/hears-by.mjs'

const root = join(import.meta.dirname, '../..')

test(
  'the charts in docs/charts are up to date (`npm run charts` writes them)',
  { timeout: 300_000 },
  async () => {
    const groups = await loadFolder(join(root, 'machines'))
    expect([...groups.values()].flat().length).toBeGreaterThan(100)
    expect(staleFiles(join(root, 'docs/charts'), await systemFiles(groups, hearsBy))).toEqual([])
  },
)
