import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { check } from 'recheck'

const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }

/** The format of the file. Results of another version of recheck are ignored. */
interface Kept {
  readonly recheck: string
  readonly safe: readonly string[]
}

/** Analyses patterns with recheck. The hashes of safe ones are stored in a file, because the analysis takes seconds. */
export class SafePatterns {
  readonly #file: string
  readonly #kept: ReadonlySet<string>
  readonly #asked = new Set<string>()

  private constructor(file: string, kept: readonly string[]) {
    this.#file = file
    this.#kept = new Set(kept)
  }

  static async open(file: string): Promise<SafePatterns> {
    const kept = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Kept) : undefined
    return new SafePatterns(file, kept?.recheck === version ? kept.safe : [])
  }

  /** @returns why a pattern may need more than linear time; `undefined` if it is safe. */
  async findFault(source: string, flags: string): Promise<string | undefined> {
    const hash = createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 16)
    if (this.#kept.has(hash) || this.#asked.has(hash)) {
      this.#asked.add(hash)
      return undefined
    }
    const verdict = await check(source, flags, { timeout: 60_000 })
    if (verdict.status === 'vulnerable') {
      return `is vulnerable (${verdict.complexity.summary}), for instance to ${verdict.attack.pattern}`
    }
    if (verdict.status === 'unknown') return `cannot be judged by recheck (${verdict.error.kind})`
    this.#asked.add(hash)
    return undefined
  }

  /** Stores the safe patterns that were analysed, and removes all others. */
  async save(): Promise<void> {
    const safe = [...this.#asked].toSorted()
    if (safe.length === this.#kept.size && safe.every((hash) => this.#kept.has(hash))) return
    await writeFile(this.#file, `${JSON.stringify({ recheck: version, safe }, null, 2)}\n`)
  }
}
