/** Signs up, or refreshes, over kept connections, each of which asks again as soon as it is answered. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'

import { quantile } from '../statistics.ts'

const [what = '', refreshToken = ''] = process.argv.slice(2)
const [port = 0, atOnce = 0, seconds = 0] = process.argv.slice(4).map(Number)
const asked = {
  signUp: {
    path: '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any',
    type: 'application/json',
    body: '{"returnSecureToken":true}',
  },
  refresh: {
    path: '/securetoken.googleapis.com/v1/token?key=any',
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
  },
}[what]
if (asked === undefined) throw new Error(`There is no ${what}.`)
const { path, type, body } = asked
const headers = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

const latencies: number[] = []
const endsAt = performance.now() + seconds * 1000

async function askUntilTheEnd(): Promise<void> {
  while (performance.now() < endsAt) {
    const askedAt = performance.now()
    const asking = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }).end(body)
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
    if (answer.statusCode !== 200) throw new Error(`The answer was ${answer.statusCode}.`)
    latencies.push(performance.now() - askedAt)
  }
}

await Promise.all(Array.from({ length: atOnce }, askUntilTheEnd))
const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
process.stdout.write(JSON.stringify({ perSecond: latencies.length / seconds, p50, p99 }))
agent.destroy()
