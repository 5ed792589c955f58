import { setTimeout } from 'node:timers/promises'

import { RawClient } from '../../test/fuzz/raw-client.ts'
import type { RawResponse } from '../../test/fuzz/response-reader.ts'
import { coreWaitMs } from '../../test/kit/core-time.ts'

export const userAgent =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36'

/** The headers that a browser sends when a visitor opens a page. */
const pageHeaders = [
  ['User-Agent', userAgent],
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'],
  ['Accept-Encoding', 'gzip, deflate, br, zstd'],
  ['Accept-Language', 'en-LK,en;q=0.9,si;q=0.8'],
  ['Sec-Fetch-Site', 'none'],
  ['Sec-Fetch-Mode', 'navigate'],
  ['Sec-Fetch-User', '?1'],
  ['Sec-Fetch-Dest', 'document'],
  ['Upgrade-Insecure-Requests', '1'],
] as const

/** A visitor with one keep-alive connection, which adds hardly anything to the time of a response. */
export class Visitor implements Disposable {
  readonly #client: RawClient
  #tookMs = 0

  constructor(port: number) {
    this.#client = new RawClient(port, ({ tookMs }) => (this.#tookMs = tookMs))
  }

  /** Opens a page. @returns the response and the milliseconds it took. */
  async open(target: string): Promise<RawResponse & { readonly ms: number }> {
    const response = await this.#client.send({ method: 'GET', target, headers: pageHeaders })
    return { ...response, ms: this.#tookMs }
  }

  [Symbol.dispose](): void {
    this.#client[Symbol.dispose]()
  }
}

/** Opens one page over a new connection. */
export async function openPage(port: number, target = '/'): Promise<RawResponse> {
  using visitor = new Visitor(port)
  return await visitor.open(target)
}

/** How long a response of the home page took, in milliseconds. */
export interface HomeTime {
  readonly all: number
  /** Without the time for which the server's main thread and the client's waited for a core. */
  readonly own: number
}

/** Opens the home page again and again until the signal is aborted, with a pause after each. */
export async function visitHome(
  { port, pid }: { readonly port: number; readonly pid: number },
  pauseMs: number,
  signal: AbortSignal,
): Promise<HomeTime[]> {
  using visitor = new Visitor(port)
  const waitMs = () => coreWaitMs(pid) + coreWaitMs(process.pid)
  const times: HomeTime[] = []
  await repeatUntil(signal, pauseMs, async () => {
    const waitedBefore = waitMs()
    const { ms } = await visitor.open('/')
    times.push({ all: ms, own: Math.max(0, ms - (waitMs() - waitedBefore)) })
  })
  return times
}

/** Does some work again and again until the signal is aborted, with a pause after each. */
export async function repeatUntil(signal: AbortSignal, pauseMs: number, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work()
    await setTimeout(pauseMs)
  }
}
