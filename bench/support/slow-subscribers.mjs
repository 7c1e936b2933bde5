/**
 * Many subscribers of one hub, some of whom stop reading for a while, in a process of their own: says for each event
 * that a stream should have brought whether it came, and whether it came again.
 */
import { connect } from 'node:net'

const [port, count, slow] = process.argv.slice(2).map(Number)
const atOnce = 100
const pattern = /number (\d+) /g

const streams = []

/** Slow readers subscribe to large events as well: more than the system's buffers hold. */
const subscribe = (isSlow) =>
  new Promise((resolve, reject) => {
    const topic = isSlow
      ? 'topic=*'
      : `match_urlpattern=${encodeURIComponent('/component/titles/*')}`
    const stream = { last: 0, missed: 0, twice: 0, rest: '', socket: null, isSlow }
    stream.socket = connect({ port, host: '127.0.0.1' })
    stream.socket.setEncoding('latin1')
    stream.socket.on('error', reject)
    stream.socket.on('data', (text) => {
      resolve()
      stream.rest += text
      const end = stream.rest.lastIndexOf('\n\n')
      if (end < 0) return
      for (const [, number] of stream.rest.slice(0, end).matchAll(pattern))
        receive(stream, Number(number))
      stream.rest = stream.rest.slice(end)
    })
    stream.socket.write(
      `GET /.well-known/mercure?${topic} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
    )
    streams.push(stream)
  })

const receive = (stream, number) => {
  if (number <= stream.last) stream.twice += 1
  else {
    stream.missed += number - stream.last - 1
    stream.last = number
  }
}

for (let open = 0; open < count; open += atOnce) {
  const next = Math.min(atOnce, count - open)
  await Promise.all(Array.from({ length: next }, (_, at) => subscribe(open + at < slow)))
}
process.send({ open: count })

process.on('message', (word) => {
  for (const { socket, isSlow } of streams) {
    if (word === 'stop reading' && isSlow) socket.pause()
    if (word === 'go on reading' && isSlow) socket.resume()
  }
  if (typeof word !== 'object') return
  const missed = streams.reduce((sum, stream) => sum + stream.missed + (word.last - stream.last), 0)
  const behind = streams.filter(({ last }) => last < word.last).length
  const twice = streams.reduce((sum, stream) => sum + stream.twice, 0)
  process.send({ missed, twice, behind })
})
