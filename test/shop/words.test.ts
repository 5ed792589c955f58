import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { findWord } from '../../src/messages/words.ts'
import { createOwner } from '../kit/accounts.ts'
import { callApi } from '../kit/manage-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { runCommand } from '../kit/shop/shop-process.ts'
import { testWords } from '../suites/words.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

testWords('embedded', await host.open())

describe('words export and import', () => {
  const sold = findWord('si', 'item.sold') ?? assert.fail()

  test('corrections of one shop are taken in by another, running or not, and shown', async (t) => {
    const folder = temporaryFolder(t)
    const [dataDir, file] = [join(folder, 'data'), join(folder, 'words.json')]
    await using shop = await host.open()
    const owner = await createOwner(shop, 'owner@example.com')
    const call = { method: 'PUT', path: '/manage/words/si/item.sold', body: { text: 'විකුණුවා' } }
    assert.equal((await callApi(shop.url, owner, call)).status, 200)
    assert.match(await shop.command('words', 'export', file), /^Words exported to .*words\.json: 1\.\n$/)
    const exported = JSON.parse(await readFile(file, 'utf8')) as unknown
    assert.deepEqual(exported, { si: { 'item.sold': { text: 'විකුණුවා', grade: sold.grade } } })

    await (await host.open({ dataDir })).kill()
    assert.equal(
      await runCommand({ SHOP_DATA_DIR: dataDir }, 'words', 'import', file),
      'Corrected words of the shop: 1.\n',
    )
    const again = join(folder, 'again.json')
    await runCommand({ SHOP_DATA_DIR: dataDir }, 'words', 'export', again)
    assert.deepEqual(JSON.parse(await readFile(again, 'utf8')), exported)

    const saved = JSON.stringify({ ta: { 'item.sold': { text: 'போய்விட்டது' } } })
    await writeFile(file, `\uFEFF${saved}`) // As editors on Windows save it.
    assert.equal(await shop.command('words', 'import', file), 'Corrected words of the shop: 2.\n')
    const found = await callApi(shop.url, owner, { method: 'GET', path: '/manage/words?q=item.sold' })
    const { words } = (await found.json()) as { words: { correction: string | null }[] }
    const texts = new Set(words.slice(0, 2).map(({ correction }) => correction))
    assert.deepEqual(texts, new Set(['විකුණුවා', 'போய்விட்டது']))
  })

  test('an import before the first start leaves the first values of the environment to it', async (t) => {
    const folder = temporaryFolder(t)
    const [dataDir, file] = [join(folder, 'data'), join(folder, 'words.json')]
    const env = { SHOP_NAME: 'Nimali Knits', SHOP_WHATSAPP: '077 123 4568' }
    await runCommand({ ...env, SHOP_DATA_DIR: dataDir }, 'owner', 'add', 'owner@example.com')
    await writeFile(file, JSON.stringify({ si: { 'item.sold': { text: 'විකුණුවා' } } }))
    await runCommand({ ...env, SHOP_DATA_DIR: dataDir }, 'words', 'import', file)
    await using shop = await host.open({ dataDir, env })
    const page = await (await fetch(shop.url)).text()
    assert.match(page, /<title>Nimali Knits · /)
    assert.match(page, /wa\.me\/94771234568/)
  })

  test('--all has every word, and words that are the shop’s own are no corrections', async (t) => {
    const file = join(temporaryFolder(t), 'words.json')
    await using shop = await host.open()
    await shop.command('words', 'export', '--all', file)
    const { si } = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, { text: string }>>
    assert.equal(si?.['item.sold']?.text, sold.text)
    assert.equal(await shop.command('words', 'import', file), 'Corrected words of the shop: 0.\n')
  })

  test('a correction that became invalid, as of another version, is neither shown as one nor exported', async (t) => {
    const file = join(temporaryFolder(t), 'words.json')
    await using shop = await host.open()
    const owner = await createOwner(shop, 'owner@example.com')
    const correct = { method: 'PUT', path: '/manage/words/si/item.sold', body: { text: 'විකුණුවා' } }
    assert.equal((await callApi(shop.url, owner, correct)).status, 200)
    const stored = { corrections: { si: { 'item.photo': 'without its placeholders' } } }
    {
      using database = new DatabaseSync(join(shop.dataDir, 'items.db'), { timeout: 5_000 })
      database.prepare('UPDATE shop_settings SET settings = json_patch(settings, ?)').run(JSON.stringify(stored))
    }
    const found = await callApi(shop.url, owner, { method: 'GET', path: '/manage/words?q=item.photo' })
    const { words } = (await found.json()) as { words: { key: string; correction: string | null }[] }
    assert.ok(words.some(({ key }) => key === 'item.photo'))
    for (const { correction } of words) assert.equal(correction, null)
    await shop.command('words', 'export', file)
    assert.deepEqual(Object.keys((JSON.parse(await readFile(file, 'utf8')) as { si: object }).si), ['item.sold'])
    assert.match(await shop.command('words', 'import', file), /^Corrected words of the shop: /)
    await shop.command('words', 'export', '--all', `${file}.all`)
    assert.match(await shop.command('words', 'import', `${file}.all`), /^Corrected words of the shop: /)
  })

  test('a file with an invalid word changes nothing, and each is named', async (t) => {
    const file = join(temporaryFolder(t), 'words.json')
    await using shop = await host.open()
    const texts = { 'item.sold': { text: 'හරි' }, 'item.photo': { text: 'නැත' }, 'item.none': { text: 'x' } }
    await writeFile(file, JSON.stringify({ si: texts }))
    await assert.rejects(shop.command('words', 'import', file), (error: Error) => {
      assert.match(
        error.message,
        /si item\.photo: Keep everything in braces[^]*si item\.none: There is no such word\.\nNothing was imported\./,
      )
      assert.doesNotMatch(error.message, /item\.sold/)
      return true
    })
    for (const content of ['not JSON', Buffer.from('{}', 'utf16le'), '[]', '{"si":{"item.sold":"text"}}']) {
      await writeFile(file, content)
      await assert.rejects(shop.command('words', 'import', file), /not a file of words/)
    }
    const again = `${file}.again`
    await shop.command('words', 'export', again)
    assert.deepEqual(JSON.parse(await readFile(again, 'utf8')), {})
  })
})
