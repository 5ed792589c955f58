import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** As in a comment: Guarded by the test "…". The title can continue on the next line of the comment. */
const guard = /guarded by the tests? "([^"]+)"/gi

/** Checks that the tests that comments name exist. @returns a line for each that does not. */
export async function checkGuards(root: string): Promise<string[]> {
  const files = await Array.fromAsync(glob('{app,src,packages/*/src}/**/*.{ts,tsx}', { cwd: root }))
  const testFiles = await Array.fromAsync(
    glob(['{app,src,packages/*/{src,test}}/**/*.test.ts', 'test/**/*.ts'], { cwd: root }),
  )
  const tests = (await Promise.all(testFiles.map((file) => readFile(join(root, file), 'utf8')))).join('\n')
  const wrong: string[] = []
  for (const file of files.toSorted()) {
    const text = (await readFile(join(root, file), 'utf8')).replaceAll(/\n +\* */g, ' ')
    for (const [, title = ''] of text.matchAll(guard)) {
      if (!tests.includes(title)) wrong.push(`${file} names a test that does not exist: ${title}`)
    }
  }
  return wrong
}
