/** Adds items over keep-alive connections, each of which sends the next after a response. Prints rate and latency. */
import { connect } from 'node:net'

import { newItemAt } from '../data/items.ts'
import { quantile } from '../report/statistics.ts'
import { ResponseReader, browserRequest } from './raw-http.ts'

const [port = 0, , concurrency = 0, seconds = 0] = process.argv.slice(2).map(Number)
const idToken = process.argv[3]
const headers = [
  'Accept: */*',
  'Content-Type: application/json',
  `Authorization: Bearer ${idToken}`,
  `Origin: http://127.0.0.1:${port}`,
]
const requests = Array.from({ length: 24 }, (_, index) =>
  browserRequest(
    'POST /api/items',
    port,
    headers,
    JSON.stringify({ ...newItemAt(index), imageUrl: `https://example.com/${index}.jpg` }),
  ),
)

const latencies: number[] = []
const endsAt = performance.now() + seconds * 1000

function addUntilTheEnd(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const reader = new ResponseReader()
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let sentAt = 0
  const send = () => {
    sentAt = performance.now()
    socket.write(requests[latencies.length % requests.length] as string)
  }
  socket.once('connect', send).on('error', reject)
  socket.on('data', (chunk) => {
    const answer = reader.read(chunk as Buffer)
    if (!answer) return
    if (answer.status !== 201) reject(new Error(answer.body.toString()))
    latencies.push(performance.now() - sentAt)
    if (performance.now() < endsAt) return send()
    socket.destroy()
    resolve()
  })
  return promise
}

await Promise.all(Array.from({ length: concurrency }, addUntilTheEnd))
const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
process.stdout.write(JSON.stringify({ perSecond: latencies.length / seconds, p50, p99 }))
