import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import { findProgram, runProgram } from '../machine/program.ts'

/** A page on this machine, and its expected status. */
export interface RequestedPage {
  readonly path: string
  readonly status: 200 | 404
}

/** Requests a page for `seconds` over 64 keep-alive connections. @returns responses a second. */
export async function measurePageRate(
  port: number,
  seconds: number,
  { path, status }: RequestedPage = { path: '/', status: 200 },
): Promise<number> {
  const header = ['-H', 'Accept-Encoding: br']
  const report = await runWrk(['-c64', `-d${seconds}s`, ...header, `http://127.0.0.1:${port}${path}`], status)
  const rate = Number(/Requests\/sec: +([\d.]+)/.exec(report)?.[1])
  if (!(rate > 0)) throw new Error(`Not every request was answered:\n${report}`)
  return rate
}

/** A request that is sent again and again. */
export interface Posting {
  /** Absolute, on this machine. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const postingShape = z.object({ perSecond: z.number().positive(), p99: z.number() })

/** Responses a second, and the 99th percentile of the latency in milliseconds. */
export type PostingRun = z.infer<typeof postingShape>

/** Posts over 16 connections, each of which sends the next request after a response. Rejects unless every response is a 2xx. */
export async function post({ url, headers, body }: Posting, seconds: number): Promise<PostingRun> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'wrk-'))
  const script = join(folder.path, 'post.lua')
  await writeFile(
    script,
    `
    wrk.method = "POST"
    ${Object.entries(headers)
      .map(([name, value]) => `wrk.headers["${name}"] = ${JSON.stringify(value)}`)
      .join('\n')}
    wrk.body = ${JSON.stringify(body)}
    function done(summary, latency)
      io.write(string.format('\\n{"perSecond":%f,"p99":%f}\\n',
        summary.requests / summary.duration * 1e6, latency:percentile(99) / 1e3))
    end`,
  )
  const report = await runWrk(['-c16', `-d${seconds}s`, '-s', script, url])
  return postingShape.parse(JSON.parse(/^\{.*\}$/m.exec(report)?.[0] ?? 'null'))
}

async function runWrk(args: readonly string[], status: RequestedPage['status'] = 200): Promise<string> {
  const report = await runProgram(findProgram('wrk', 'wrk'), ['-t1', ...args])
  const answered = /(\d{1,12}) requests in/.exec(report)?.[1]
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(report)?.[1]
  const isRight = status === 200 ? refused === undefined : refused === answered
  if (!isRight || report.includes('Socket errors')) throw new Error(`Not every request was answered:\n${report}`)
  return report
}
