import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { takeLock } from './lock.ts'
import { digestFile, digestSources } from './sources.ts'

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

/** A project with the programs that build and start a shop, whose pages cannot be built. */
async function createProject(t: TestContext, { without = '' } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stockinette-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const path of ['package.json', 'scripts/start.ts', 'scripts/build.ts', 'scripts/build', 'src'])
    await cp(join(root, path), join(folder, path), { recursive: true })
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== without) await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  const config = `export default { build: { rolldownOptions: { input: 'missing.js' } } }`
  await writeFile(join(folder, 'vite.config.ts'), config)
  return folder
}

function start(folder: string) {
  return spawnSync(process.execPath, ['scripts/start.ts'], { cwd: folder, encoding: 'utf8' })
}

it('a start without the packages that build the shop says how to install them', async (t) => {
  const { status, stderr } = start(await createProject(t, { without: 'vite' }))
  assert.match(
    stderr,
    /^Cannot find package 'vite' .+\nRun npm ci --include=dev, .+\nThe shop could not be built: .+\n$/,
  )
  assert.equal(status, 78)
})

it('a start whose build is killed, as the kernel does without memory, says so', async (t) => {
  const folder = await createProject(t)
  await writeFile(join(folder, 'scripts/build.ts'), "process.kill(process.pid, 'SIGKILL')")
  assert.equal(start(folder).stderr, 'The shop could not be built: it was ended by SIGKILL. It needs 1 GB of memory.\n')
})

/** Whether a process has opened a file with this ending. */
async function hasOpened(pid: number | undefined, ending: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  const files = (await readdir(folder).catch(() => [])).map((name) => readlink(join(folder, name)).catch(() => ''))
  return (await Promise.all(files)).some((file) => file.endsWith(ending))
}

const skip = process.platform !== 'linux' && 'needs /proc of Linux'

it('a build waits for that of another process, and makes none if that one is current', { skip }, async (t) => {
  const folder = await createProject(t)
  const lock = takeLock(folder, 'build')
  const building = spawn(process.execPath, ['scripts/build.ts', '--if-stale'], { cwd: folder })
  const ended = Promise.all([once(building, 'close'), text(building.stderr)])
  while (building.exitCode === null && !(await hasOpened(building.pid, '.db'))) await setImmediate()
  await mkdir(join(folder, 'build'))
  const home = process.cwd()
  process.chdir(folder)
  try {
    await writeFile(digestFile, await digestSources())
  } finally {
    process.chdir(home)
  }
  lock[Symbol.dispose]()
  const [[code], errors] = await ended
  assert.deepEqual([code, errors], [0, ''])
})

it('a build that is interrupted leaves none that counts as current', async (t) => {
  const folder = await createProject(t)
  await mkdir(join(folder, 'build'))
  await writeFile(join(folder, 'build/sources.sha256'), 'of the build before')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: folder, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /missing\.js/)
  assert.deepEqual(await readdir(join(folder, 'build')), [])
})
