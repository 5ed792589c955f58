import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { check } from 'recheck'

const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }

/** The format of the file. Results of another version of recheck are ignored. */
interface SafePatternsFile {
  readonly recheck: string
  readonly safe: readonly string[]
}

/** Analyses patterns with recheck. The hashes of safe ones are stored in a file, because the analysis takes seconds. */
export class SafePatterns {
  readonly #file: string
  readonly #known: ReadonlySet<string>
  readonly #used = new Set<string>()

  private constructor(file: string, stored: readonly string[]) {
    this.#file = file
    this.#known = new Set(stored)
  }

  static async open(file: string): Promise<SafePatterns> {
    const stored = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as SafePatternsFile) : undefined
    return new SafePatterns(file, stored?.recheck === version ? stored.safe : [])
  }

  /** @returns why a pattern may need more than linear time; `undefined` if it is safe. */
  async findFault(source: string, flags: string): Promise<string | undefined> {
    const hash = createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 16)
    if (this.#known.has(hash) || this.#used.has(hash)) {
      this.#used.add(hash)
      return undefined
    }
    const verdict = await check(source, flags, { timeout: 60_000 })
    if (verdict.status === 'vulnerable') {
      return `is vulnerable (${verdict.complexity.summary}), for instance to ${verdict.attack.pattern}`
    }
    if (verdict.status === 'unknown') return `cannot be judged by recheck (${verdict.error.kind})`
    this.#used.add(hash)
    return undefined
  }

  /** Stores the safe patterns that were analysed, and removes all others. */
  async save(): Promise<void> {
    const safe = [...this.#used].toSorted()
    if (safe.length === this.#known.size && safe.every((hash) => this.#known.has(hash))) return
    await writeFile(this.#file, `${JSON.stringify({ recheck: version, safe }, null, 2)}\n`)
  }
}
