import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { writeBillOfMaterials } from './bill-of-materials.ts'
import { platforms, type Platform } from './platforms.ts'

/** A folder in which npm has installed one package, from this address. */
function installedFrom(t: TestContext, resolved: string): string {
  const folder = temporaryFolder(t)
  const own = { name: 'shop', version: '1.2.3', dependencies: { wool: '4.5.6' } }
  const wool = { name: 'wool', version: '4.5.6', license: 'MIT' }
  const packages = { '': own, 'node_modules/wool': { version: wool.version, resolved, license: wool.license } }
  mkdirSync(join(folder, 'node_modules/wool'), { recursive: true })
  const write = (path: string, content: object) => writeFileSync(join(folder, path), JSON.stringify(content))
  write('package.json', own)
  write('package-lock.json', { ...own, lockfileVersion: 3, requires: true, packages })
  write('node_modules/wool/package.json', wool)
  return folder
}

it('bill of materials: names the packages; depends on the commit and the platform, not on where they came from', (t) => {
  const [platform, other] = platforms
  assert.ok(platform && other)
  const commit = { hash: 'abc', time: 1_795_535_000, files: [] }
  const write = (address: string, target: Platform = platform, of = commit) => {
    const folder = installedFrom(t, address)
    writeBillOfMaterials(folder, target, of)
    return readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')
  }
  const text = write('https://registry.example/wool-4.5.6.tgz')
  const bill = JSON.parse(text) as Record<string, unknown> & { components: { name: string; version: string }[] }
  assert.deepEqual(
    bill.components.map(({ name, version }) => `${name}@${version}`),
    ['wool@4.5.6'],
  )
  assert.equal(bill['bomFormat'], 'CycloneDX')
  assert.match(String(bill['serialNumber']), /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  assert.equal(write('https://mirror.example/wool.tgz'), text)
  const serials = [text, write('', other), write('', platform, { ...commit, hash: 'def' })].map(
    (each) => (JSON.parse(each) as { serialNumber: string }).serialNumber,
  )
  assert.equal(new Set(serials).size, 3)
})
