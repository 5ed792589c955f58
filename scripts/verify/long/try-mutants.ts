import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Mutant } from '../../../test/mutants/mutant.ts'
import { runOneTest } from './run-one-test.ts'

/** Of a test without a mutant: about three times what the longest takes on an idle machine. */
const longest = 600_000

/** A mutant can make a test wait for what does not come: it has this time more than twice what it takes without one. */
const patience = 120_000

/**
 * Runs the test of each mutant: first as it is, for a test that fails without a mutant shows nothing, and then with the mutant.
 *
 * @param copies of the checkout; in each, one test runs at a time.
 * @param log gets a line for each mutant.
 * @returns a text for each test that does not pass without a mutant, and for each mutant that its test does not notice.
 */
export async function tryMutants(
  copies: readonly string[],
  mutants: readonly Mutant[],
  log: (line: string) => void,
): Promise<string[]> {
  const faults: string[] = []
  /** By test: how long it may take with a mutant. */
  const limits = new Map<string, number>()
  const tests = new Map(mutants.map(({ test }) => [keyOf(test), test]))
  await inCopies(copies, [...tests], async (copy, [key, test]) => {
    const startedAt = performance.now()
    const { hasPassed, failed, output } = await runOneTest(copy, test, longest)
    if (hasPassed) limits.set(key, patience + 2 * Math.round(performance.now() - startedAt))
    else faults.push(`Cannot be tried here, it fails without a mutant: ${nameOf(test)}\n${failed}${output}`)
  })
  const triable = mutants.filter(({ test }) => limits.has(keyOf(test)))
  await inCopies(copies, triable, async (copy, mutant, position) => {
    const isNoticed = await tryMutant(copy, mutant, limits.get(keyOf(mutant.test)) ?? longest)
    log(`${position} ${isNoticed ? 'noticed' : 'SURVIVED'}: ${mutant.file}: ${mutant.reason}`)
    if (!isNoticed) faults.push(`Not noticed by ${nameOf(mutant.test)}:\n  ${mutant.file}: ${mutant.text.trim()}`)
  })
  return faults
}

const nameOf = ({ file, title }: Mutant['test']) => `${file} › ${title}`

const keyOf = (test: Mutant['test']) => `${test.runBy ?? ''} ${nameOf(test)}`

/** Each copy takes the next of the items when it is free. */
async function inCopies<Item>(
  copies: readonly string[],
  items: readonly Item[],
  work: (copy: string, item: Item, position: string) => Promise<void>,
): Promise<void> {
  const left = items.entries()
  const workIn = async (copy: string) => {
    for (const [index, item] of left) await work(copy, item, `${index + 1}/${items.length}`)
  }
  await Promise.all(copies.map(workIn))
}

/** Whether the test of a mutant fails, and not merely something beside it. */
async function tryMutant(copy: string, { file, text, replacement, test }: Mutant, limit: number): Promise<boolean> {
  const path = join(copy, file)
  const source = await readFile(path, 'utf8')
  await writeFile(
    path,
    source.replace(text, () => replacement),
  )
  try {
    const { hasPassed, failed } = await runOneTest(copy, test, limit)
    return !hasPassed && failed !== ''
  } finally {
    await writeFile(path, source)
  }
}
