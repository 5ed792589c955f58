import type { ChildProcess } from 'node:child_process'

/** The address in the line with which a shop says that it is open; `undefined` before it. Earlier versions use words. */
export function findOpenedUrl(output: string): string | undefined {
  const line = readLog(output).find(({ msg }) => msg === 'the shop is open')
  return line?.url ?? /is open at (http\S+)\n/.exec(output)?.[1]
}

/** The claim link in the output of a shop without an owner; `undefined` if there is none. */
export function findClaimLink(output: string): string | undefined {
  return readLog(output).find(({ claim }) => claim !== undefined)?.claim
}

interface StartLine {
  readonly msg?: string
  readonly url?: string
  readonly claim?: string
}

/** The complete lines of JSON. */
function readLog(output: string): StartLine[] {
  const lines = output.split('\n').slice(0, -1)
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as StartLine)
}

interface Printing {
  readonly child: Pick<ChildProcess, 'stdout'>
  readonly output: () => string
}

/** The claim link of a shop without an owner, once it has printed it. */
export async function readClaimLink({ child, output }: Printing): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const look = () => {
    const link = findClaimLink(output())
    if (link !== undefined) resolve(link)
  }
  child.stdout?.on('data', look)
  look()
  return promise.finally(() => child.stdout?.off('data', look))
}
