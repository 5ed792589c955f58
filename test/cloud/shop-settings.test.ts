import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { createOwner } from '../kit/accounts.ts'
import { sendItem, signUp } from '../kit/api-client.ts'
import { callApi } from '../kit/manage-client.ts'
import { openCloudShop, type CloudShop } from '../kit/shop/cloud-shop.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'
import { testShopSettings } from '../suites/shop-settings.ts'

testShopSettings('cloud', await openCloudShop())

describe('cloud: shop settings of several processes', () => {
  let cloud: CloudShop
  let owner: string
  const path = '/manage/shop'

  before(async () => {
    cloud = await openCloudShop(2)
    owner = await createOwner(cloud, 'owner@example.com')
  })
  after(() => cloud[Symbol.asyncDispose]())

  /** Waits until a page has a text. */
  const untilShown = async (url: string, text: RegExp) => {
    while (!text.test(await (await fetch(url)).text())) await setTimeout(20)
  }
  const save = async (url: string, fields: object) => {
    const found = await callApi(url, owner, { method: 'GET', path })
    const version = (found.headers.get('ETag') ?? '').replaceAll('"', '')
    const body = { ...((await found.json()) as object), ...fields }
    assert.equal((await callApi(url, owner, { method: 'PUT', path, body, version })).status, 200)
  }

  test('what is saved through one process shows on cached pages of the other', async () => {
    const [one, two] = cloud.shops
    assert.ok(one && two)
    for (const [saving, showing, name] of [
      [one, two, 'Nimali Knits'],
      [two, one, 'Kandy Wool'],
    ] as const) {
      for (const { url } of cloud.shops) await fetch(url)
      await save(saving.url, { name, whatsapp: '077 123 4568' })
      await untilShown(showing.url, new RegExp(name))
      await untilShown(`${showing.url}/manifest.webmanifest`, new RegExp(name))
    }
  })

  test('whoMayAdd applies in the other process, and after a restart', async () => {
    const [one, two] = cloud.shops
    assert.ok(one && two)
    await save(one.url, { name: 'Open', whoMayAdd: 'anyone' })
    await untilShown(two.url, /Open/)
    const { idToken } = await signUp(cloud.identityUrl)
    const item = { title: 'Beanie', imageUrl: 'https://example.com/a.jpg' }
    assert.equal((await sendItem(two.url, idToken, item)).status, 201)
    await save(one.url, { name: 'Closed', whoMayAdd: null })
    await two.kill()
    await two.startAgain()
    assert.equal((await sendItem(two.url, idToken, item)).status, 403)
    assert.match(await (await fetch(two.url)).text(), /Closed/)
  })

  test('the first request of a process waits for them: it is answered in its language', async () => {
    const [one] = cloud.shops
    assert.ok(one)
    await save(one.url, { languages: 'si en' })
    const settings = Promise.withResolvers<void>()
    cloud.firestore.fail(
      'Listen',
      Array.from({ length: 9 }, () => ({ until: settings.promise })),
    )
    await using started = await openHostedShop({ env: cloud.env })
    const request = get(`${started.url}/en/pieces`)
    const answered = once(request, 'response')
    const [socket] = (await once(request, 'socket')) as [Socket]
    await once(socket, 'connect')
    settings.resolve()
    const [response] = (await answered) as [IncomingMessage]
    assert.equal(response.statusCode, 200)
    assert.match(String(await response.toArray()), /<html lang="en"/)
    cloud.firestore.fail('Listen', [])
  })
})
