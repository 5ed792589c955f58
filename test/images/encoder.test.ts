import assert from 'node:assert/strict'
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { Encoder } from '../../src/photos/encoder/encoder.ts'
import type { ImageRequest, ImageResponse } from '../../src/photos/encoder/image-process.ts'
import { countOutcomes, drawPhoto } from '../../src/photos/test-support.ts'

async function open(t: TestContext) {
  const encoder = new Encoder()
  t.after(() => encoder.close())
  return { encoder, path: await drawPhoto(temporaryFolder(t)) }
}

test(
  'encoder: its process is the first that the kernel kills when memory runs out',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const { path } = await open(t)
    const main = fileURLToPath(new URL('../../src/photos/encoder/image-process-main.ts', import.meta.url))
    const child = fork(main, { execArgv: [], serialization: 'advanced' })
    t.after(() => child.kill('SIGKILL'))
    child.send({ path, sha256: undefined } satisfies ImageRequest)
    const [response] = (await once(child, 'message')) as [ImageResponse]
    assert.ok('result' in response)
    assert.equal((await readFile(`/proc/${child.pid}/oom_score_adj`, 'utf8')).trim(), '1000')
    assert.notEqual((await readFile('/proc/self/oom_score_adj', 'utf8')).trim(), '1000')
  },
)

test(
  'encoder: its process gets the folder of the libraries that Node needs, and no setting of the shop',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const { encoder, path } = await open(t)
    const given = { LD_LIBRARY_PATH: '/srv/stockinette/current/lib', SHOP_SMTP_URL: 'smtp://secret@mail.example' }
    Object.assign(process.env, given)
    t.after(() => Object.keys(given).forEach((name) => delete process.env[name]))
    await encoder.encode(path)
    const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
    const environments = children
      .trim()
      .split(' ')
      .map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')) // Of an earlier test, and it has just ended.
    const environment = (await Promise.all(environments)).find((text) => text.includes('VIPS_WARNING')) ?? ''
    assert.ok(environment.split('\0').includes(`LD_LIBRARY_PATH=${given.LD_LIBRARY_PATH}`))
    assert.doesNotMatch(environment, /SHOP_/)
  },
)

test('encoder: a photo that takes too long is refused, the next one is accepted', async (t) => {
  const { encoder, path } = await open(t)
  execFileSync('mkfifo', [`${path}-endless`])
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const refused = assert.rejects(encoder.encode(`${path}-endless`), { code: 'invalid-photo' }).then(() => true)
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve, false))
  do t.mock.timers.tick(60_000)
  while (!(await Promise.race([refused, nextTurn()])))
  t.mock.timers.reset()
  await encoder.encode(path)
})

test('encoder: refuses photos once it is closed', async (t) => {
  const { encoder, path } = await open(t)
  await encoder.close()
  await assert.rejects(encoder.encode(path), { code: 'photos-busy' })
})

describe('encoder: queued photos', () => {
  /** With a file that takes a place in the queue as a photo does, and is refused at once when its turn comes. */
  async function openWithText(t: TestContext) {
    const text = join(temporaryFolder(t), 'text')
    await writeFile(text, 'no photo')
    return { ...(await open(t)), text }
  }

  test('are at most fifty', async (t) => {
    const { encoder, text } = await openWithText(t)
    const outcomes = await countOutcomes(Array.from({ length: 51 }, () => encoder.encode(text)))
    assert.deepEqual(outcomes, { 'unsupported-photo': 50, 'photos-busy': 1 })
  })

  test('of one account are at most ten, and those of others are accepted meanwhile', async (t) => {
    const { encoder, path, text } = await openWithText(t)
    const greedy = Array.from({ length: 50 }, () => encoder.encode(text, undefined, { account: 'greedy' }))
    const other = encoder.encode(path, undefined, { account: 'other' })
    assert.deepEqual(await countOutcomes(greedy), { 'unsupported-photo': 10, 'too-many-requests': 40 })
    await other
    await encoder.encode(path, undefined, { account: 'greedy' })
  })

  test('of one network, from many accounts, leave room for other networks, which wait for one photo each', async (t) => {
    const { encoder, path, text } = await openWithText(t)
    let done = 0
    const greedy = Array.from({ length: 50 }, async (_, number) => {
      const sender = { account: `account ${number}`, network: 'greedy' }
      await encoder.encode(text, undefined, sender).finally(() => done++)
    })
    const outcomes = countOutcomes(greedy)
    await encoder.encode(path, undefined, { account: 'other', network: 'other' })
    // One of them was refused at once.
    assert.ok(done - 1 <= 2, `${done - 1} came before it`)
    assert.deepEqual(await outcomes, { 'unsupported-photo': 49, 'photos-busy': 1 })
  })
})

test('encoder: without a free file descriptor for its process a photo fails, and the shop goes on', () => {
  const script = `
    import { openSync } from 'node:fs'
    const { ImageProcess } = await import(${JSON.stringify(import.meta.resolve('../../src/photos/encoder/image-process.ts'))})
    try { for (;;) openSync('/dev/null') } catch {}
    const measuring = new ImageProcess(0).measure(Buffer.from('no picture'), 5_000)
    await measuring.catch(({ code }) => process.stdout.write(code))`
  const limited = ['-c', 'ulimit -n 100 && exec "$@"', 'sh', process.execPath, '--input-type=module', '--eval', script]
  assert.equal(execFileSync('sh', limited, { encoding: 'utf8' }), 'EMFILE')
})
