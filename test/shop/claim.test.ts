import assert from 'node:assert/strict'
import { after, describe, test, type TestContext } from 'node:test'

import { signInWithPassword } from '../kit/accounts.ts'
import { sendItem } from '../kit/api-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { findClaimLink, readClaimLink } from '../kit/shop/opened-url.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const mary = { email: 'mary@example.com', password: 'a good password' }
const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

interface LogLine {
  readonly audit?: string
  readonly reason?: string
  readonly address?: string
  readonly claim?: string
}

/** Waits until the audit log has refusals with these reasons, and no others. */
async function waitForRefusals(t: TestContext, shop: RunningShop, reasons: readonly string[]): Promise<void> {
  const refusals = () => readLines(shop).flatMap(({ audit, reason }) => (audit === 'claim-refused' ? [reason] : []))
  await t.waitFor(() => assert.deepEqual(refusals(), reasons), { timeout: 10_000 })
}

function readLines(shop: RunningShop): LogLine[] {
  const lines = shop.output().split('\n').slice(0, -1) // The last one may not be complete.
  return lines.map((line) => JSON.parse(line) as LogLine)
}

async function codeOf(shop: RunningShop): Promise<string> {
  return new URL(await readClaimLink(shop)).hash.slice(1)
}

interface ClaimAnswer {
  readonly status: number
  readonly code?: string
  readonly message?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** Sends a claim. @returns its status, and the error. */
async function claim(shop: RunningShop, fields: object, headers: Record<string, string> = {}): Promise<ClaimAnswer> {
  const body = JSON.stringify({ code: await codeOf(shop), ...mary, ...fields })
  const answer = await fetch(`${shop.url}/api/claim`, { method: 'POST', body, headers })
  const text = await answer.text()
  if (answer.ok) assert.equal(answer.headers.get('cache-control'), 'no-store')
  if (text === '') return { status: answer.status }
  return { status: answer.status, ...(JSON.parse(text) as { error: object }).error }
}

describe('the claim link', () => {
  test('is a line of JSON at every log level, and its code has 128 bits', async () => {
    await using shop = await host.open({ env: { SHOP_ORIGIN: 'https://shop.example', SHOP_LOG_LEVEL: 'error' } })
    await readClaimLink(shop)
    const [, ...links] = readLines(shop)
    assert.equal(links.length, 1)
    assert.match(links[0]?.claim ?? '', /^https:\/\/shop\.example\/claim#[\w-]{22}$/)
  })

  test('each start has another code, and the one before no longer works', async () => {
    await using shop = await host.open()
    const code = await codeOf(shop)
    await shop.kill()
    await shop.startAgain()
    assert.notEqual(await codeOf(shop), code)
    const { status, message } = await claim(shop, { code })
    assert.equal(status, 403)
    assert.match(message ?? '', /makes a new one each time it starts/)
  })

  test('there is none once the shop has been claimed, even without its last owner', async () => {
    await using shop = await host.open()
    const code = await codeOf(shop)
    await shop.inviteOwner(mary.email)
    assert.partialDeepStrictEqual(await claim(shop, { code }), { status: 409, code: 'already-claimed' })
    await shop.changeOwner('remove', mary.email)
    assert.partialDeepStrictEqual(await claim(shop, { code }), { status: 409, code: 'already-claimed' })
    await shop.kill()
    await shop.startAgain()
    assert.equal((await fetch(`${shop.url}/healthz`)).status, 200)
    assert.equal(findClaimLink(shop.output()), undefined)
  })
})

describe('POST /api/claim', () => {
  test('makes an owner who signs in with the chosen password, and the page says so, without script too', async (t) => {
    await using shop = await host.open({ env: { SHOP_ORIGIN: 'https://shop.example' } })
    const readPage = async () => (await fetch(`${shop.url}/claim`)).text()
    const page = await readPage()
    assert.match(page, /<noscript><p>To make this shop yours, turn on JavaScript in your browser\.<\/p><\/noscript>/)
    assert.match(page, /<button class="button" type="submit" disabled="">Make it mine<\/button>/)
    assert.ok(!page.includes(await codeOf(shop)))
    assert.deepEqual(await claim(shop, { email: ' Mary@Example.com ' }), { status: 204 })
    const claimed = await readPage()
    assert.match(claimed, /<noscript><p>This shop already has an owner\. If that’s you, sign in\.<\/p><\/noscript>/)
    assert.match(claimed, /<a class="button" href="\/sign-in\?next=%2Fmanage">Sign in<\/a>/)
    assert.doesNotMatch(claimed, /Make it mine/)
    const idToken = await signInWithPassword(shop.url, mary.email, mary.password)
    assert.equal((await sendItem(shop.url, idToken, newItem)).status, 201)
    const claimedFrom = () =>
      readLines(shop).flatMap(({ audit, address }) => (audit === 'shop-claimed' ? [address] : []))
    await t.waitFor(() => assert.deepEqual(claimedFrom(), ['127.0.0.1']))
  })

  test('a claimed shop refuses every code in the same way, and the audit log has it', async (t) => {
    await using shop = await host.open()
    assert.equal((await claim(shop, {})).status, 204)
    for (const fields of [{ email: 'thief@example.com' }, { code: 'a guess' }]) {
      assert.partialDeepStrictEqual(await claim(shop, fields), { status: 409, code: 'already-claimed' })
    }
    await waitForRefusals(t, shop, ['already-claimed', 'already-claimed'])
  })

  test('of many claims at once exactly one succeeds', async (t) => {
    await using shop = await host.open({ env: { SHOP_RATE_LIMITS: 'off' } })
    const claims = Array.from({ length: 12 }, (_, index) => claim(shop, { email: `maker${index}@example.com` }))
    const statuses = (await Promise.all(claims)).map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((one, other) => one - other),
      [204, ...Array<number>(11).fill(409)],
    )
    const listed = await shop.command('owner', 'list')
    await waitForRefusals(t, shop, Array<string>(11).fill('already-claimed'))
    assert.deepEqual(listed.trim().split(/\s/)[0], `maker${statuses.indexOf(204)}@example.com`)
    assert.equal(listed.trim().split('\n').length, 1)
  })

  test('refuses each invalid field with a message, and the code still works', async () => {
    await using shop = await host.open()
    const nothing = await claim(shop, { email: '', password: '' })
    assert.deepEqual([nothing.status, Object.keys(nothing.fields ?? {})], [422, ['email', 'password']])
    for (const [field, value] of [
      ['email', 'mary'],
      ['password', 'short'],
    ] as const) {
      const refused = await claim(shop, { [field]: value })
      assert.deepEqual(
        [refused.status, refused.code, Object.keys(refused.fields ?? {})],
        [422, 'invalid-claim', [field]],
      )
    }
    assert.equal((await claim(shop, { code: undefined })).status, 400)
    assert.equal((await claim(shop, {})).status, 204)
  })

  test('refuses requests from pages of other sites', async () => {
    await using shop = await host.open()
    assert.equal((await claim(shop, {}, { 'Sec-Fetch-Site': 'cross-site' })).status, 403)
    assert.equal((await claim(shop, {}, { Origin: 'https://evil.example' })).status, 403)
    assert.equal((await claim(shop, {}, { 'Sec-Fetch-Site': 'same-origin' })).status, 204)
  })

  test('limits tries by network, and the audit log has each refusal', async (t) => {
    await using shop = await host.open({ env: { SHOP_TRUST_PROXY: '1' } })
    const from = (address: string) => ({ 'X-Forwarded-For': address })
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries++) {
      statuses.push((await claim(shop, { code: `guess ${tries}` }, from('203.0.113.7'))).status)
    }
    assert.deepEqual(statuses, [...Array<number>(10).fill(403), 429, 429])
    assert.equal((await claim(shop, { code: 'a guess' }, from('198.51.100.1'))).status, 403)
    await waitForRefusals(t, shop, [...Array<string>(10).fill('wrong-code'), 'too-many-requests', 'wrong-code'])
  })

  test('strangers of many networks who use up the tries do not keep out who has the code', async () => {
    await using shop = await host.open({ env: { SHOP_TRUST_PROXY: '1' } })
    const guess = async (_: unknown, index: number) => {
      const headers = { 'X-Forwarded-For': `203.0.113.${Math.floor(index / 10)}` }
      return (await claim(shop, { code: 'a guess' }, headers)).status
    }
    const statuses = await Promise.all(Array.from({ length: 450 }, guess))
    assert.ok(statuses.includes(429), 'the tries of all networks together are used up')
    const refused = await claim(shop, { password: 'password123' }, { 'X-Forwarded-For': '203.0.113.1' })
    assert.equal(refused.status, 422)
    assert.equal((await claim(shop, {}, { 'X-Forwarded-For': '203.0.113.1' })).status, 204)
  })

  test('the code, the password and what was guessed are in no other line of the log', async () => {
    await using shop = await host.open({ env: { SHOP_LOG_LEVEL: 'debug' } })
    const code = await codeOf(shop)
    await fetch(`${shop.url}/claim`)
    await claim(shop, { code: 'a secret guess' })
    await claim(shop, {})
    await shop.kill()
    const lines = shop
      .output()
      .split('\n')
      .filter((line) => !line.includes('"claim":'))
    for (const secret of [code, mary.password, 'a secret guess', mary.email]) {
      assert.ok(!lines.some((line) => line.includes(secret)), secret)
    }
  })
})
