import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { signInWithPassword } from '../../test/kit/accounts.ts'
import { sendItem } from '../../test/kit/api-client.ts'
import { followLiveList, nextEvent } from '../../test/kit/http/live-events.ts'
import {
  largePhoto,
  photoAddress,
  sendPart,
  uploadPhoto,
  type SentPhoto,
  type Uploader,
} from '../../test/kit/photos/photos.ts'

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
const { at: url, log } = options
const owner = { email: 'maker@example.com', password: 'a long password for the check' }

/** Claims the shop with the link that the blocks printed, the first time. */
async function signIn(): Promise<Uploader> {
  const [, code] = /\/claim#([\w-]+)/.exec(readFileSync(log === '-' ? 0 : log, 'utf8')) ?? []
  const claimed = await fetch(`${url}/api/claim`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ code, ...owner }),
  })
  assert.ok(claimed.status === 204 || claimed.status === 409, await claimed.text())
  return { url, idToken: await signInWithPassword(url, owner.email, owner.password) }
}

async function uploadInParts(uploader: Uploader, photo: Uint8Array): Promise<SentPhoto> {
  const half = Math.ceil(photo.length / 2)
  const address = photoAddress(url, photo)
  const send = async (offset: number, isLast: boolean) => {
    const bytes = new Uint8Array(photo.subarray(offset, offset + half))
    const answer = await sendPart(uploader, address, { offset, bytes, isLast })
    assert.ok(answer.ok, await answer.clone().text())
    return answer
  }
  await send(0, false)
  return (await (await send(half, true)).json()) as SentPhoto
}

async function addItem(): Promise<void> {
  const uploader = await signIn()
  const photo = readFileSync(join(import.meta.dirname, '../demo/photos/cardigan.jpg'))
  // Longer than the megabyte that nginx allows without being told, and of 12 megapixels.
  const photos = [await uploadInParts(uploader, photo), await uploadPhoto(uploader, await largePhoto())]
  const events = followLiveList(url)
  const before = await nextEvent(events)
  const heard = nextEvent(events)
  const item = {
    title: 'Cardigan of the check',
    description: 'Warm',
    price: 'LKR 4,500',
    photos: photos.map(({ id }) => id),
  }
  const answer = await sendItem(url, uploader.idToken, item)
  assert.equal(answer.status, 201, await answer.text())
  assert.notEqual((await heard).id, before.id)
}

// A proxy that holds events back would hold the visit for ever.
setTimeout(() => assert.fail('The visit took five minutes.'), 300_000).unref()
if (options['look-only'] !== true) await addItem()
const page = await (await fetch(url)).text()
assert.match(page, /Cardigan of the check/)
process.stdout.write('The page has the piece.\n')
process.exit()
