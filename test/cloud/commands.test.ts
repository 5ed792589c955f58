import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { shopVersion } from '../../src/process/version.ts'
import { signInWithPassword } from '../kit/accounts.ts'
import { openCloudShop } from '../kit/shop/cloud-shop.ts'
import { readClaimLink } from '../kit/shop/opened-url.ts'

const mary = { email: 'mary@example.com', password: 'a good password' }

const cloud = await openCloudShop(2, { SHOP_WHO_MAY_ADD: 'anyone' })
const [shop = assert.fail(), other = assert.fail()] = cloud.shops
after(() => cloud[Symbol.asyncDispose]())

describe('commands about a shop in a Firebase project', () => {
  const where = `the Firebase project ${cloud.env['SHOP_FIREBASE_PROJECT_ID']}`

  /** Claims the shop at one of its processes. @returns the status, and the message of the error. */
  async function claim(code: string): Promise<string> {
    const body = JSON.stringify({ code, ...mary })
    const answer = await fetch(`${cloud.url}/api/claim`, { method: 'POST', body })
    return `${answer.status} ${await answer.text()}`
  }

  function describeStatus(owners: string, pieces: number): string {
    return [
      `Version: ${shopVersion} of this command, for ${where}; /healthz of each process says whether it is ready`,
      'Address: SHOP_ORIGIN is not set',
      `Owners:  ${owners}`,
      `Pieces:  ${pieces}, in any state`,
      'Backup:  by Firestore, see docs/deploy.md',
      '',
    ].join('\n')
  }

  test('status: of a shop that nobody has claimed, where its claim links are', async () => {
    const unclaimed = 'none; each process has written a link to its log that makes the shop yours'
    assert.equal(await cloud.command('status'), describeStatus(unclaimed, 0))
    const links = await Promise.all([readClaimLink(shop), readClaimLink(other)])
    for (const link of links) assert.match(link, /^http:\/\/localhost:\d+\/claim#[\w-]{22}$/)
    assert.notEqual(links[0], links[1])
  })

  test('claiming, then owner list and status: the owner, whether she has signed in, and the number of pieces', async () => {
    const [own, foreign] = await Promise.all([readClaimLink(shop), readClaimLink(other)])
    assert.match(await claim(new URL(foreign).hash.slice(1)), /^403 .*each process of the shop has its own/)
    assert.equal(await claim(new URL(own).hash.slice(1)), '204 ')
    assert.match(
      await cloud.command('owner', 'list'),
      /^mary@example\.com {2}since \S+ {2}\w+ {2}has not signed in since/,
    )
    await signInWithPassword(cloud.identityUrl, mary.email, mary.password)
    assert.match(await cloud.command('owner', 'list'), /^mary@example\.com {2}since \d{4}-\d\d-\d\d {2}\w+\n$/)
    await cloud.addItem(shop, { title: 'Beanie', imageUrl: 'https://example.com/beanie.jpg' })
    assert.equal(await cloud.command('status'), describeStatus(mary.email, 1))
    assert.deepEqual(JSON.parse(await cloud.command('status', '--json')), {
      version: shopVersion,
      address: null,
      owners: [mary.email],
      pieces: 1,
    })
  })
})
