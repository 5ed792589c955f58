import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { check } from 'recheck'
import recheckPackage from 'recheck/package.json' with { type: 'json' }

import { report, root } from '../report.ts'
import { findRegularExpressions } from './find-regular-expressions.ts'

/** The format of the file of safe patterns: hashes, because only equality matters. Those of another recheck are ignored. */
interface SafePatterns {
  readonly recheck: string
  readonly safe: readonly string[]
}

/**
 * Analyses every regular expression of the sources with recheck: none may need more than linear time.
 *
 * @param stored a file with the safe patterns, which is written again if they have changed: the analysis of all takes seconds.
 * @returns a line for each violation.
 */
export async function checkRegularExpressions(project: string, stored: string): Promise<string[]> {
  const known = await readSafePatterns(stored)
  const safe = new Set<string>()
  const faults: string[] = []
  for (const { file, line, source, flags } of await findRegularExpressions(project)) {
    if (source === undefined) {
      faults.push(`${file}:${line}: RegExp is put together from variables.`)
      continue
    }
    const pattern = `/${source}/${flags}`
    const hash = createHash('sha256').update(pattern).digest('hex').slice(0, 16)
    const fault = known.has(hash) || safe.has(hash) ? undefined : await findFault(source, flags)
    if (fault === undefined) safe.add(hash)
    else faults.push(`${file}:${line}: ${pattern} ${fault}.`)
  }
  if (known.symmetricDifference(safe).size > 0) {
    const written: SafePatterns = { recheck: recheckPackage.version, safe: [...safe].toSorted() }
    await writeFile(stored, `${JSON.stringify(written, null, 2)}\n`)
  }
  return faults
}

async function readSafePatterns(stored: string): Promise<Set<string>> {
  const text = await readFile(stored, 'utf8').catch(() => '{}')
  const { recheck, safe = [] } = JSON.parse(text) as Partial<SafePatterns>
  return new Set(recheck === recheckPackage.version ? safe : [])
}

/** @returns why a pattern may need more than linear time; `undefined` if it is safe. */
async function findFault(source: string, flags: string): Promise<string | undefined> {
  const verdict = await check(source, flags, { timeout: 60_000 })
  if (verdict.status === 'vulnerable') {
    return `is vulnerable (${verdict.complexity.summary}), for instance to ${verdict.attack.pattern}`
  }
  return verdict.status === 'unknown' ? `cannot be judged by recheck (${verdict.error.kind})` : undefined
}

if (import.meta.main) {
  report(await checkRegularExpressions(root, join(import.meta.dirname, 'safe-patterns.json')))
  process.exit() // recheck's child process would keep this one alive.
}
