import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

import sharp from 'sharp'

import { isShopError } from '../../domain/errors.ts'
import { createEncoder, type EncoderResponse } from './encoder.ts'

async function smallPhoto(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'encoder-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'photo')
  const picture = sharp({ create: { width: 80, height: 80, channels: 3, background: '#a00' } })
  await writeFile(path, await picture.png().toBuffer())
  return path
}

test(
  'encoder: its process is the first that the kernel kills when memory runs out',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const module = fileURLToPath(new URL('./encoder-process.ts', import.meta.url))
    const child = fork(module, { execArgv: [], serialization: 'advanced' })
    t.after(() => child.kill('SIGKILL'))
    child.send({ path: await smallPhoto(t), sha256: undefined })
    const [answer] = (await once(child, 'message')) as [EncoderResponse]
    assert.ok('photo' in answer)
    assert.equal((await readFile(`/proc/${child.pid}/oom_score_adj`, 'utf8')).trim(), '1000')
    assert.notEqual((await readFile('/proc/self/oom_score_adj', 'utf8')).trim(), '1000')
  },
)

describe('encoder: queued photos', () => {
  test('of one account are at most ten, and those of others are accepted meanwhile', async (t) => {
    const encoder = createEncoder()
    t.after(() => encoder.close())
    const path = await smallPhoto(t)
    const greedy = Array.from({ length: 50 }, () => encoder.encode(path, undefined, 'greedy'))
    const other = encoder.encode(path, undefined, 'other')
    const outcomes = await Promise.allSettled(greedy)
    const codes = outcomes.map((each) => {
      if (each.status === 'fulfilled') return 'done'
      return isShopError(each.reason) ? each.reason.code : String(each.reason)
    })
    assert.deepEqual(codes, [...Array<string>(10).fill('done'), ...Array<string>(40).fill('too-many-requests')])
    await other
    await encoder.encode(path, undefined, 'greedy')
  })

  test('of one network, from many accounts, leave room for other networks, which wait for one photo each', async (t) => {
    const encoder = createEncoder()
    t.after(() => encoder.close())
    const path = await smallPhoto(t)
    let done = 0
    const greedy = Array.from({ length: 50 }, async (_, number) => {
      await encoder.encode(path, undefined, `account ${number}`, 'greedy')
      done++
    })
    const outcomes = Promise.allSettled(greedy)
    await encoder.encode(path, undefined, 'other', 'other')
    assert.ok(done <= 2, `${done} came before it`)
    const refused = (await outcomes).filter(({ status }) => status === 'rejected')
    assert.equal(refused.length, 1)
  })
})
