/**
 * Strangers in sixteen networks who send 50 requests a second in turn: they guess a password, search for what nobody has
 * searched, open bodies that they do not send, and open live lists that they keep. Prints how many requests were answered how.
 */
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'

import { RawClient, type RawRequest } from '../../test/fuzz/raw-client.ts'

const [port = 0, seconds = 0] = process.argv.slice(2).map(Number)
const email = process.argv[4] ?? ''

const networks = Array.from({ length: 16 }, (_, index) => `198.51.100.${index + 1}`)
const everyMs = 1_000 / 50

/** Eight beginnings of words, the most that a search has: none is asked for twice. */
function newWords(index: number): string {
  const letters = 'abcdehiklmnoprstwy'
  const word = (position: number) =>
    letters.charAt((index * 7 + position * 5) % 18) + letters.charAt((index + position) % 18)
  return Array.from({ length: 8 }, (_, position) => word(position)).join('+')
}

const guess = (index: number): RawRequest => ({
  method: 'POST',
  target: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any',
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(JSON.stringify({ email, password: `guess ${index}`, returnSecureToken: true })),
})

const search = (index: number): RawRequest => ({
  method: 'GET',
  target: `/pieces?q=${newWords(index)}&min=${index + 1}`,
})

/** Sends the start of a request and leaves the connection open. */
function leaveOpen(start: string, network: string, body = ''): void {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(`${start}\r\nHost: 127.0.0.1:${port}\r\nX-Forwarded-For: ${network}\r\n\r\n${body}`)
  socket.resume()
}

const statuses: Record<string, number> = {}

async function ask({ headers = [], ...request }: RawRequest, network: string): Promise<void> {
  using client = new RawClient(port)
  const forwarded = ['X-Forwarded-For', network] as const
  const response = await client.send({ ...request, headers: [...headers, forwarded] }).catch(() => undefined)
  const status = response?.status ?? 'none'
  statuses[status] = (statuses[status] ?? 0) + 1
}

const attacks: readonly ((index: number, network: string) => unknown)[] = [
  (index, network) => ask(guess(index), network),
  (index, network) => ask(search(index), network),
  (_, network) => leaveOpen('POST /api/items HTTP/1.1\r\nContent-Length: 60000', network, '{'),
  (_, network) => leaveOpen('GET /api/items/live HTTP/1.1', network),
]

const endsAt = performance.now() + seconds * 1_000
for (let index = 0; performance.now() < endsAt; index++) {
  void attacks[index % attacks.length]?.(index, networks[Math.trunc(index / attacks.length) % networks.length] ?? '')
  await setTimeout(everyMs)
}
process.stdout.write(`${JSON.stringify(statuses)}\n`)
process.exit()
