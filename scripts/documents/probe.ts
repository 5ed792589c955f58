import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

// A visit: the owner claims the shop with the link in the log or signs in, sends a photo in pieces and one in a single piece, and
// adds a piece that a live page hears of. With --look-only, the piece is still there.

process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0' // The certificate is the proxy's own.
const origin = 'https://shop.example'
const { values: options } = parseArgs({
  options: {
    'look-only': { type: 'boolean' },
    log: { type: 'string', default: '/var/log/blocks.log' }, // `-`: standard input.
    at: { type: 'string', default: origin }, // Through the proxy.
  },
})
const { at, log } = options
const identity = `${at}/identitytoolkit.googleapis.com/v1/accounts`
const owner = { email: 'maker@example.com', password: 'a long password for the check' }
const json = { 'Content-Type': 'application/json' }

async function answerOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  assert.ok(response.ok, `${response.url} answers ${response.status}: ${text}`)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  return answerOf(await fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }))
}

/** Claims the shop with the link that the blocks printed, the first time. */
async function signIn(): Promise<Record<string, string>> {
  const [, code] = /\/claim#([\w-]+)/.exec(readFileSync(log === '-' ? 0 : log, 'utf8')) ?? []
  const claimed = await fetch(`${at}/api/claim`, {
    method: 'POST',
    headers: { ...json, Origin: origin },
    body: JSON.stringify({ code, ...owner }),
  })
  assert.ok(claimed.status === 204 || claimed.status === 409, await claimed.text())
  const { idToken } = await post(`${identity}:signInWithPassword?key=check`, { ...owner, returnSecureToken: true })
  return { Authorization: `Bearer ${String(idToken)}` }
}

/** @returns the photo's id. */
async function sendPhoto(bytes: Buffer, pieces: number, headers: Record<string, string>): Promise<unknown> {
  const url = `${at}/api/photos/${createHash('sha256').update(bytes).digest('hex')}`
  if (pieces === 1)
    return (await answerOf(await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) }))).id
  const size = Math.ceil(bytes.length / pieces)
  let answer: Record<string, unknown> = {}
  for (let offset = 0; offset < bytes.length; offset += size) {
    const isLast = offset + size >= bytes.length
    const part = { 'Upload-Offset': String(offset), 'Upload-Complete': isLast ? '?1' : '?0' }
    const body = new Uint8Array(bytes.subarray(offset, offset + size))
    answer = await answerOf(await fetch(url, { method: 'PATCH', headers: { ...headers, ...part }, body }))
  }
  return answer['id']
}

/** The events of the live list, as they arrive. */
async function* listen(): AsyncGenerator<string> {
  const { body, headers } = await fetch(`${at}/api/items/live`, { signal: AbortSignal.timeout(60_000) })
  assert.match(headers.get('content-type') ?? '', /event-stream/)
  assert.ok(body)
  for await (const text of body.pipeThrough(new TextDecoderStream())) yield text
}

async function addItem(): Promise<void> {
  const headers = await signIn()
  const photo = readFileSync(join(import.meta.dirname, '../demo/photos/cardigan.jpg'))
  // Longer than the megabyte that nginx allows without being told.
  const large = Buffer.concat([photo, Buffer.alloc(3_000_000)])
  const photos = [await sendPhoto(photo, 3, headers), await sendPhoto(large, 1, headers)]
  const events = listen()
  const before = await events.next()
  const item = { title: 'Cardigan of the check', description: 'Warm', price: 'LKR 4,500', photos }
  const heard = events.next()
  await post(`${at}/api/items`, item, headers)
  assert.notEqual((await heard).value, before.value)
  await events.return(undefined)
}

if (options['look-only'] !== true) await addItem()
const page = await (await fetch(at)).text()
assert.match(page, /Cardigan of the check/)
process.stdout.write('The page has the piece.\n')
process.exit()
