import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { check } from 'recheck'

const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }

/** The file's form. Verdicts of another version of recheck are not believed. */
interface Kept {
  readonly recheck: string
  readonly safe: readonly string[]
}

/** What recheck says of patterns. Those that it found safe are kept in a file, by their hashes, as finding out takes seconds. */
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

  /** @returns why a pattern is not known to need linear time at most; `undefined` for one that is. */
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

  /** Keeps the safe patterns that were asked for, and no other. */
  async save(): Promise<void> {
    const safe = [...this.#asked].toSorted()
    if (safe.length === this.#kept.size && safe.every((hash) => this.#kept.has(hash))) return
    await writeFile(this.#file, `${JSON.stringify({ recheck: version, safe }, null, 2)}\n`)
  }
}
