/** Reads the machines of another revision of a repository. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyStateMachine } from 'xstate'

/**
 * Passes a checkout of a git revision to `load`, with the packages that are installed now, and removes it afterwards. Fails
 * with what git says if there is no such revision.
 */
export async function machinesAt(
  revision: string,
  root: string,
  load: (checkout: string) => Promise<AnyStateMachine[]>,
): Promise<AnyStateMachine[]> {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const checkout = mkdtempSync(join(cache, 'charts-'))
  try {
    const archive = execFileSync('git', ['archive', '--format=tar', revision], {
      cwd: root,
      maxBuffer: 1024 ** 3,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    execFileSync('tar', ['-x', '-C', checkout], { input: archive })
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'), 'dir')
    return await load(checkout)
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
}
