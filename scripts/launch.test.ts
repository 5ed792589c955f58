import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'

import { readLockFile, trimLockFile } from './trim-lock-file.ts'

const root = join(import.meta.dirname, '..')

interface Package {
  readonly scripts: Readonly<Record<string, string>>
  readonly engines: { readonly node: string }
  readonly optionalDependencies: Readonly<Record<string, string>>
}
const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package

/** The platform as the packages of Node name it. */
const platform = `${process.platform}-${process.arch}`.replace('win32', 'win')
const packageOfNode = Object.keys(project.optionalDependencies).find((name) => name.endsWith(`-${platform}`)) ?? ''
const isPinnedHere = process.platform === 'linux' && packageOfNode !== ''
const skip = isPinnedHere ? false : 'npm brings no Node for this platform, or it is no Linux'

/** A folder with the launcher and this `package.json`. */
function createFolder(t: TestContext, contents: Partial<Package> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'launch-'))
  t.after(() => rmSync(folder, { recursive: true }))
  copyFileSync(join(root, 'launch.mjs'), join(folder, 'launch.mjs'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...project, ...contents }))
  return folder
}

/** As npm before 11 leaves it: the package of Node without its command among those of `node_modules`. */
function installNode(folder: string): void {
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(join(root, 'node_modules', packageOfNode), join(folder, 'node_modules', packageOfNode))
}

/** A program called `node` that reads no TypeScript, as Node did until version 22. @returns its folder. */
function createOldNode(folder: string): string {
  const bin = join(folder, 'old')
  mkdirSync(bin)
  writeFileSync(join(bin, 'node'), `#!/bin/sh\nexec '${process.execPath}' --no-experimental-strip-types "$@"\n`)
  chmodSync(join(bin, 'node'), 0o755)
  return bin
}

const launch = (folder: string, args: readonly string[], path = process.env['PATH'] ?? '') =>
  spawnSync('node', ['launch.mjs', ...args], { cwd: folder, encoding: 'utf8', env: { PATH: path } })

describe('launcher', () => {
  test(
    'runs TypeScript, and commands of packages, with the Node of node_modules, though an older one is first on the PATH',
    { skip },
    (t) => {
      const folder = createFolder(t)
      installNode(folder)
      writeFileSync(join(folder, 'node_modules/.bin/some-tool'), '#!/usr/bin/env node\nconsole.log(process.execPath)\n')
      chmodSync(join(folder, 'node_modules/.bin/some-tool'), 0o755)
      writeFileSync(
        join(folder, 'script.ts'),
        `import { execFileSync } from 'node:child_process'
       const word: string = process.argv[2] ?? ''
       console.log(word, process.version)
       console.log(execFileSync('some-tool', { encoding: 'utf8' }))`,
      )
      const path = `${createOldNode(folder)}:/usr/bin:/bin`
      const alone = spawnSync('node', ['script.ts'], { cwd: folder, encoding: 'utf8', env: { PATH: path } })
      assert.match(alone.stderr, /ERR_UNKNOWN_FILE_EXTENSION/, 'the older Node is no older Node')
      const { stdout, stderr, status } = launch(folder, ['script.ts', 'word'], path)
      assert.equal(stderr, '')
      assert.match(
        stdout,
        new RegExp(`^word v${project.optionalDependencies[packageOfNode]?.replaceAll('.', String.raw`\.`)}$`, 'm'),
      )
      assert.match(stdout, new RegExp(`node_modules/${packageOfNode}/bin/node$`, 'm'))
      assert.equal(status, 0)
    },
  )

  test('ends as the program that it ran', { skip }, (t) => {
    const folder = createFolder(t)
    installNode(folder)
    assert.equal(launch(folder, ['-e', 'process.exit(7)']).status, 7)
  })

  test('uses the Node that runs it, if that is new enough, where npm brings none', (t) => {
    const folder = createFolder(t, { optionalDependencies: {} })
    assert.equal(launch(folder, ['-p', '1 + 1']).stdout, '2\n')
  })

  test('says in one line how to get the Node that npm has left out', { skip }, (t) => {
    const { status, stderr } = launch(createFolder(t, { engines: { node: '>=99.1' } }), ['-p', '1'])
    assert.equal(status, 1)
    assert.match(
      stderr,
      /^Node >=99\.1 is missing: .+ Run npm ci --include=optional, .+ npm pack node-\S+@\d\S+ says why.+\n$/,
    )
  })

  test('says in one line what is missing, and for which platforms npm brings it', (t) => {
    const folder = createFolder(t, {
      engines: { node: '>=99.1' },
      optionalDependencies: { 'node-bin-plan9-mips': '1' },
    })
    const { status, stdout, stderr } = launch(folder, ['-p', '1'])
    assert.equal(status, 1)
    assert.equal(stdout, '')
    assert.match(
      stderr,
      /^Node >=99\.1 is missing: this is Node [\d.]+ on \S+( without glibc)?\. Run npm ci, .*plan9-mips.*\.\n$/,
    )
  })
})

describe('everything that is run goes through the launcher', () => {
  test('npm scripts', () => {
    for (const [name, command] of Object.entries(project.scripts)) assert.match(command, /^node launch\.mjs /, name)
  })

  test('no file names the link that npm before 11 removes, or a command that depends on it', () => {
    const files = execFileSync('git', ['grep', '-lE', String.raw`\.bin/node\b|npx (node|playwright)\b`], {
      cwd: root,
      encoding: 'utf8',
    })
    assert.deepEqual(files.trim().split('\n'), ['CHANGELOG.md', 'scripts/launch.test.ts'])
  })

  test('package-lock.json asks npm for no version of Node: after adding a package, npm run lock', () => {
    const text = readLockFile()
    assert.ok(text === trimLockFile(text), 'package-lock.json has "engines"')
  })
})
