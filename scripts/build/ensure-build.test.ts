import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
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

it('a build that is interrupted leaves none that counts as current', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stockinette-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const path of ['package.json', 'scripts/build.ts', 'scripts/build'])
    await cp(join(root, path), join(folder, path), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(
    join(folder, 'vite.config.ts'),
    `export default { build: { rolldownOptions: { input: 'missing.js' } } }`,
  )
  await mkdir(join(folder, 'build'))
  await writeFile(join(folder, 'build/sources.sha256'), 'of the build before')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: folder, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /missing\.js/)
  assert.deepEqual(await readdir(join(folder, 'build')), [])
})
