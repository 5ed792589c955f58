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
  readonly output: () => string
  nextOutput(): Promise<void>
}

/** The claim link of a shop without an owner, once it has printed it. */
export async function readClaimLink(shop: Printing): Promise<string> {
  for (;;) {
    const link = findClaimLink(shop.output())
    if (link !== undefined) return link
    await shop.nextOutput()
  }
}
