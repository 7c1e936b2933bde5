/** Loaded into a server before its own code: at SIGUSR2 it says what it holds once everything that is over is gone. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('SIGUSR2', () => {
  for (let round = 0; round < 4; round += 1) collect()
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage()
  console.log(`held ${JSON.stringify({ heapUsed, external, arrayBuffers, rss })}`)
})
