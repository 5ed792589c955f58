import type { RunningShop } from '../shop/shop-process.ts'

/** A line of the shop's log that is not about one request. */
export interface LogLine {
  readonly level: number
  readonly msg: string
  readonly trouble?: string
  readonly reason?: string
}

/** The lines of a shop's output that are warnings or errors. Lines that are no JSON are kept as they are. */
export function troubleIn(output: string): (string | LogLine)[] {
  const lines = output.split('\n').filter((line) => line !== '')
  const parsed = lines.map((line) => (line.startsWith('{') ? (JSON.parse(line) as LogLine) : line))
  return parsed.filter((line) => typeof line === 'string' || line.level >= 40)
}

/** Their messages. */
export function troubleMessages(output: string): string[] {
  return troubleIn(output).map((line) => (typeof line === 'string' ? line : line.msg))
}

/** What `/healthz` answers. */
export async function readHealth(url: string): Promise<{ status: number; missing: string | undefined }> {
  const answer = await fetch(`${url}/healthz`)
  const { missing } = (await answer.json()) as { missing?: string }
  return { status: answer.status, missing }
}

/** Resolves once the shop has logged a line with this message after the first `from` characters of its output. */
export async function logged(shop: RunningShop, msg: string, from = 0): Promise<void> {
  const line = `"msg":${JSON.stringify(msg)}`
  while (!shop.output().slice(from).includes(line)) await shop.nextOutput()
}
