/**
 * Many subscribers of one hub, in a process of their own: opens them, says so, and then says for every event how long
 * each of them waited for it. Plain sockets, as a client's own work would take longer than what is measured.
 */
import { connect } from 'node:net'

const [port, count] = process.argv.slice(2).map(Number)
const atOnce = 100
const mark = /sent (\d+) /

const waits = []

const subscribe = () =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let rest = ''
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      resolve()
      rest += chunk
      const [found, sent] = mark.exec(rest) ?? []
      if (!found) return
      rest = ''
      waits.push(Date.now() - Number(sent))
    })
    socket.write(`GET /.well-known/mercure?topic=* HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  })

for (let open = 0; open < count; open += atOnce)
  await Promise.all(Array.from({ length: Math.min(atOnce, count - open) }, subscribe))
process.send({ open: count })

process.on('message', () => {
  process.send({ waits: [...waits] })
  waits.length = 0
})
