import type { ChildProcess } from 'node:child_process'

/** Waits until what a program prints matches. Rejects with its output if it ends before. */
export async function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      output += text
      const found = pattern.exec(output)
      if (found) resolve(found)
    })
  }
  child.once('exit', () => reject(new Error(`${child.spawnfile} ended too early:\n${output}`)))
  return promise
}
