import { join } from 'node:path'

import { hasTest } from '../test-titles.ts'
import { exceptions, type RegularExpressionException } from './exceptions.ts'
import { findRegularExpressions } from './find-regular-expressions.ts'
import { SafePatterns } from './safe-patterns.ts'

/**
 * Analyses every regular expression of the sources with recheck. None may need more than linear time, unless an exception
 * names the length limit of its input and the test that guards it. @returns a line for each violation.
 */
export async function checkRegularExpressions(
  root: string,
  excepted: readonly RegularExpressionException[],
  safePatterns: SafePatterns,
): Promise<string[]> {
  const used = new Set<RegularExpressionException>()
  const faults: string[] = []
  for (const { file, line, source, flags } of await findRegularExpressions(root)) {
    const pattern = source === undefined ? file : `/${source}/${flags}`
    const exception = excepted.find((other) => other.pattern === pattern)
    if (exception) used.add(exception)
    else {
      const fault =
        source === undefined ? 'is put together from variables' : await safePatterns.findFault(source, flags)
      if (fault !== undefined) faults.push(`${file}:${line}: ${source === undefined ? 'RegExp' : pattern} ${fault}.`)
    }
  }
  for (const exception of excepted) {
    const { pattern, test } = exception
    if (!used.has(exception)) faults.push(`The exception for ${pattern} fits nothing in the sources.`)
    if (!(await hasTest(root, test))) faults.push(`The exception for ${pattern} names no test of ${test.file}.`)
  }
  await safePatterns.save()
  return faults
}

if (import.meta.main) {
  const safePatterns = await SafePatterns.open(join(import.meta.dirname, 'safe-patterns.json'))
  const faults = await checkRegularExpressions(join(import.meta.dirname, '../../..'), exceptions, safePatterns)
  for (const line of faults) process.stderr.write(`${line}\n`)
  // recheck's child process would keep this one alive.
  process.exit(faults.length > 0 ? 1 : 0)
}
