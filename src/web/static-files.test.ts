import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'

import { Hono } from 'hono'

import type { Bindings } from './bindings.ts'
import { staticFiles } from './static-files.ts'

const content = {
  'robot.png': 'an image',
  'assets/entry-1.js': 'plain',
  'assets/entry-1.js.br': 'by Brotli',
  'assets/entry-1.js.gz': 'by gzip',
}

async function open(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'static-files-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'assets'))
  for (const [name, text] of Object.entries(content)) await writeFile(join(folder, name), text)
  const app = new Hono<Bindings>().get('*', staticFiles(folder))
  const get = async (path: string, encodings = '') => app.request(path, { headers: { 'Accept-Encoding': encodings } })
  return { folder, get }
}

describe('staticFiles', () => {
  test('a compressed file is sent in the best accepted encoding', async (t) => {
    const { get } = await open(t)
    for (const [accepted, encoding, text] of [
      ['gzip, br', 'br', 'by Brotli'],
      ['gzip', 'gzip', 'by gzip'],
      ['', null, 'plain'],
    ] as const) {
      const answer = await get('/assets/entry-1.js', accepted)
      assert.equal(answer.headers.get('Content-Encoding'), encoding)
      assert.equal(answer.headers.get('Content-Length'), String(text.length))
      assert.equal(answer.headers.get('Vary'), 'Accept-Encoding')
      assert.match(answer.headers.get('Content-Type') ?? '', /javascript/)
      assert.equal(await answer.text(), text)
    }
  })

  test('an uncompressed file is sent unchanged', async (t) => {
    const { get } = await open(t)
    const answer = await get('/robot.png', 'br, gzip')
    assert.equal(answer.headers.get('Content-Encoding'), null)
    assert.equal(answer.headers.get('Content-Type'), 'image/png')
    assert.equal(await answer.text(), 'an image')
  })

  test('content-addressed files are cached for ever, other files for a day', async (t) => {
    const { get } = await open(t)
    assert.match((await get('/assets/entry-1.js')).headers.get('Cache-Control') ?? '', /max-age=31536000, immutable/)
    assert.equal((await get('/robot.png')).headers.get('Cache-Control'), 'public, max-age=86400')
  })

  test('responses open no file: all files are in memory', async (t) => {
    const { folder, get } = await open(t)
    await rm(folder, { recursive: true })
    assert.equal(await (await get('/assets/entry-1.js', 'br')).text(), 'by Brotli')
  })

  test('folders and compressed copies have no path', async (t) => {
    const { get } = await open(t)
    for (const path of ['/assets', '/assets/entry-1.js.br', '/__proto__', '/robot.png/']) {
      assert.equal((await get(path)).status, 404, path)
    }
  })
})
