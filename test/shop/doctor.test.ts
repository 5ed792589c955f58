import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, describe, test } from 'node:test'

import { findFreePort } from '../../scripts/free-ports.ts'
import { openMailServer } from '../../src/mail/test-support-mail-server.ts'
import { addItem, signUp, type ApiItem } from '../kit/api-client.ts'
import { drawPhoto, uploadPhoto } from '../kit/photos/photos.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { commandEnv, root, type RunningShop } from '../kit/shop/shop-process.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

interface DoctorResult {
  readonly code: number | string | null | undefined
  readonly lines: readonly string[]
  readonly stderr: string
}

/** Runs `npm run shop -- doctor`. */
function doctor(env: Readonly<Record<string, string>>): Promise<DoctorResult> {
  const { promise, resolve } = Promise.withResolvers<DoctorResult>()
  const options = { cwd: root, env: { ...commandEnv, ...env } }
  execFile(process.execPath, ['src/cli/main.ts', 'doctor'], options, (error, stdout, stderr) =>
    resolve({ code: error === null ? 0 : error.code, lines: stdout.trim().split('\n'), stderr }),
  )
  return promise
}

describe('doctor', () => {
  let shop: RunningShop
  let port = ''

  before(async () => {
    shop = await host.open()
    port = new URL(shop.url).port
  })
  after(() => shop[Symbol.asyncDispose]())

  test('reports no fault for good links', async () => {
    const { idToken } = await signUp(shop.url)
    const { url: imageUrl } = await uploadPhoto({ url: shop.url, idToken }, drawPhoto(400, 500))
    await addItem(shop.url, { title: 'Beanie', imageUrl })
    const { code, lines, stderr } = await doctor({ PORT: port })
    assert.deepEqual(
      [code, ...lines],
      [0, 'Checked 2 links: 0 need fixing.', 'Without SHOP_ORIGIN, these links only work on this machine.'],
    )
    assert.match(stderr, /2\/2 {2}checked/)
  })

  test('tries the mail server, and exits with 1 if it refuses the password', async (t) => {
    const { smtp } = await openMailServer(t, {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === 'secret' ? done(null, { user: 'shop' }) : done(new Error('No.')),
    })
    const tryMail = (password: string) =>
      doctor({ PORT: port, SHOP_SMTP_URL: `smtp://shop:${password}@127.0.0.1:${smtp.port}?from=shop@example.com` })
    const good = await tryMail('secret')
    assert.deepEqual([good.code, good.lines[0]], [0, 'The mail server 127.0.0.1 can be used.'])
    const bad = await tryMail('wrong-one')
    assert.equal(bad.code, 1)
    assert.match(bad.lines[0] ?? '', /of SHOP_SMTP_URL does not accept the user or the password/)
  })

  test('names the fault of each item with its URL, and exits with 1', async () => {
    const missing = await addItem(shop.url, { title: 'Beanie', imageUrl: '/photos/missing.jpg' })
    const elsewhere = await addItem(shop.url, { title: 'Stockinette', imageUrl: 'http://127.0.0.1:9/a.jpg' })
    const { code, lines } = await doctor({ PORT: port })
    assert.equal(code, 1)
    const faultsOf = ({ id }: ApiItem) =>
      lines.filter((line) => line.startsWith(`${shop.url}/item/${id}  `)).map((line) => line.split('  ')[1] ?? '')
    const [refused = '', ...more] = faultsOf(missing)
    assert.match(refused, /answers 404/)
    assert.deepEqual(more, [])
    const [brand = '', picture = ''] = faultsOf(elsewhere)
    assert.match(brand, /repeats the shop’s name/)
    assert.match(
      picture,
      /^The picture couldn’t be loaded\. The picture’s address is on a private network, not on the public web\. Add /,
    )
    assert.ok(lines.includes('Checked 4 links: 2 need fixing.'), lines.join('\n'))
  })

  test('reports a shop whose pages name another origin than SHOP_ORIGIN', async () => {
    const origin = `http://127.0.0.1:${port}`
    const { code, lines } = await doctor({ SHOP_ORIGIN: origin, PORT: port })
    assert.equal(code, 1)
    assert.match(lines[0] ?? '', new RegExp(`^${origin}/  The page gives its address as http://localhost:${port}/`))
  })

  test('reports that a running shop cannot be reached at its public address', async () => {
    const { code, lines, stderr } = await doctor({ SHOP_ORIGIN: 'https://127.0.0.1:1', PORT: port })
    assert.deepEqual([code, lines], [1, ['']])
    assert.match(
      stderr,
      /^The shop runs on this machine, but cannot be reached at https:\/\/127\.0\.0\.1:1 \(.*\)\. .*\n$/,
    )
  })
})

test('doctor: reports that the public address is served by another shop', async () => {
  await using shop = await host.open({ env: { SHOP_ORIGIN: 'https://shop.example' } })
  const { code, lines } = await doctor({ SHOP_ORIGIN: shop.url })
  assert.equal(code, 1)
  assert.match(lines[0] ?? '', /its address as https:\/\/shop\.example\//)
})

for (const [what, env] of [
  ['PORT', {}],
  ['SHOP_ORIGIN', { SHOP_ORIGIN: 'http://127.0.0.1:1' }],
] as const) {
  test(`doctor: reports that no shop is running, and to set ${what}`, async () => {
    const { code, lines, stderr } = await doctor({ PORT: String(await findFreePort()), ...env })
    assert.deepEqual([code, lines], [1, ['']])
    assert.match(stderr, new RegExp(`^No shop answers at http://\\S+ \\(.*\\)\\. Start it, or correct ${what}\\.\n$`))
  })
}
