import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'

const root = join(import.meta.dirname, '../..')

it('a start without a current build, where none can be made, is refused in one line that says what to do', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stockinette-'))
  t.after(() => rm(folder, { recursive: true }))
  const needed = ['package.json', 'scripts', 'src/process/version.ts']
  for (const path of needed) await cp(join(root, path), join(folder, path), { recursive: true })
  await writeFile(join(folder, 'build'), '') // A file in its place: nobody can write there, not even root.
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(stdout, '')
  assert.match(stderr, /^.+ has no build of .+ \(EEXIST: build\)\. As the user who owns them, run npm run build.+\n$/)
  assert.ok(stderr.includes(folder))
  assert.equal(status, 78)
})
