import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Commit } from './commit.ts'
import type { Platform } from './platforms.ts'

/** What npm writes of CycloneDX 1.5 (cyclonedx.org/docs/1.5/json), as far as it is changed here. */
interface BillOfMaterials {
  serialNumber: string
  readonly metadata: { timestamp: string; readonly component: { name: string } }
  readonly components: { externalReferences?: readonly { readonly type: string }[] }[]
}

/** Writes `sbom.cdx.json`: the modules in a folder. The same for the same commit and platform. */
export function writeBillOfMaterials(folder: string, { name }: Platform, { hash, time }: Commit): void {
  const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev']
  const written = execFileSync('npm', ['sbom', ...options], { cwd: folder, encoding: 'utf8', maxBuffer: 50_000_000 })
  const bill = JSON.parse(written) as BillOfMaterials
  bill.serialNumber = `urn:uuid:${toUuid(`${hash} ${name}`)}`
  bill.metadata.timestamp = new Date(time * 1000).toISOString()
  const project = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly name: string }
  bill.metadata.component.name = project.name // npm has the name of the folder there.
  // Where the machine that made the release got them from.
  for (const component of bill.components) {
    component.externalReferences = component.externalReferences?.filter(({ type }) => type !== 'distribution') ?? []
  }
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, undefined, 2)}\n`)
}

/** A UUID of version 8 (RFC 9562): of a digest. */
function toUuid(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(12, 15)}`, `8${digits.slice(15, 18)}`]
  return [...parts, digits.slice(18, 30)].join('-')
}
