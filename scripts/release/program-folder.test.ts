import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { isIncluded, toReleasePackage, toReleaseUnit } from './program-folder.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('a release', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const included = files.filter(isIncluded)

  it('has every module of the server, and nothing that only a checkout needs', () => {
    const isServer = (path: string) => /^(?:src|packages\/[\w-]+\/src)\/.*\.ts$/.test(path)
    const isTest = (path: string) => /\.(?:test|contract)\.ts$|\/test-support/.test(path)
    const modules = files.filter((path) => (isServer(path) && !isTest(path)) || path === 'server.ts')
    assert.deepEqual(
      included.filter((path) => path.endsWith('.ts')),
      modules,
    )
    assert.deepEqual(
      included.filter((path) => /^(?:app|bench|scripts|test)\//.test(path)),
      [],
    )
  })

  it('has what people read, and what an installation copies', () => {
    const needed = 'CHANGELOG.md README.md LICENSE docs/deploy.md deploy/Caddyfile deploy/stockinette.env'.split(' ')
    for (const path of needed) assert.ok(included.includes(path), path)
  })

  it('has a package.json without scripts and packages for development, and with the commit and its day', () => {
    const written = JSON.parse(
      toReleasePackage(read('package.json'), { hash: 'c0ffee', time: 1_795_535_000 }),
    ) as object
    const { scripts, devDependencies, ...kept } = JSON.parse(read('package.json')) as Record<string, unknown>
    assert.ok(scripts && devDependencies)
    assert.deepEqual(written, { ...kept, date: '2026-11-24', commit: 'c0ffee' })
  })

  it('has a unit that differs from that of a checkout in its start alone', () => {
    const unit = toReleaseUnit(read('deploy/stockinette.service'))
    assert.match(unit, /^ExecStart=\/srv\/stockinette\/current\/stockinette start$/m)
    assert.match(unit, /^WorkingDirectory=\/srv\/stockinette\/current$/m)
    assert.doesNotMatch(unit, /stockinette\/app|launch\.mjs|Node/)
    const rules = (text: string) => text.split('\n').filter((line) => /^(?:Protect|Restrict|Private|System)/.test(line))
    assert.deepEqual(rules(unit), rules(read('deploy/stockinette.service')))
  })
})
