/**
 * Many subscribers of one hub, in a process of their own: opens them, says so, and then says for every event how long
 * each of them waited for it. Plain sockets, as a client's own work would take longer than what is measured.
 */
import { connect } from 'node:net'

const [port, count] = process.argv.slice(2).map(Number)
const atOnce = 100
const pattern = /sent (\d+) /

const latencies = []
/** Reads the streams one after the other and keeps nothing of them. */
const shared = Buffer.alloc(16 * 1024)

const subscribe = () =>
  new Promise((resolve, reject) => {
    let rest = ''
    const onRead = (bytes, buffer) => {
      resolve()
      rest += buffer.latin1Slice(0, bytes)
      const [found, sent] = pattern.exec(rest) ?? []
      if (found) latencies.push(Date.now() - Number(sent))
      // A frame may arrive in two chunks; everything before its end can be dropped.
      if (found || !rest.includes('data:')) rest = ''
      return true
    }
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: { buffer: shared, callback: onRead },
    })
    socket.on('error', reject)
    socket.write(`GET /.well-known/mercure?topic=* HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  })

for (let open = 0; open < count; open += atOnce)
  await Promise.all(Array.from({ length: Math.min(atOnce, count - open) }, subscribe))
process.send({ open: count })

process.on('message', () => {
  process.send({ latencies: [...latencies] })
  latencies.length = 0
})
