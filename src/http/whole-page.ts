import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { acceptedEncoding, encode } from './encoding.ts'
import type { Encoding } from './encoding.ts'

/** A whole page, compressed and with all its headers: ready to be sent as often as anyone asks. */
export interface WholePage {
  readonly status: number
  readonly etag: string
  /** What it costs to keep. */
  readonly bytes: number
  readonly representations: Readonly<Record<Encoding, Representation>>
}

/** `headers` as `writeHead` takes them fastest: name, value, name, value … */
interface Representation {
  readonly body: Buffer
  readonly headers: string[]
}

/** High, as a page is compressed once and sent often, but well below 11, which takes twenty times as long. */
const brotliQuality = 9

/** @param headers what the answer says beside its length, encoding and tag. */
export async function createWholePage(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): Promise<WholePage> {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const all = { ...headers, ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' }

  const represent = async (encoding: Encoding): Promise<Representation> => {
    const body = await encode(text, encoding, brotliQuality)
    const coding = encoding === 'identity' ? {} : { 'Content-Encoding': encoding }
    return { body, headers: Object.entries({ ...all, ...coding, 'Content-Length': String(body.length) }).flat() }
  }
  const [br, gzip, identity] = await Promise.all([represent('br'), represent('gzip'), represent('identity')])
  const bytes = [br, gzip, identity].reduce((sum, { body }) => sum + body.length + 2_048, 0)
  return { status, etag, bytes, representations: { br, gzip, identity } }
}

/** Answers a `GET` or `HEAD`. The shop's hottest path: nothing here is computed twice. */
export function sendWholePage(page: WholePage, request: IncomingMessage, response: ServerResponse): void {
  const { body, headers } = page.representations[acceptedEncoding(request.headers['accept-encoding'])]
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, withoutBody(headers)).end()
    return
  }
  response.writeHead(page.status, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** A 304 repeats the headers of the answer that it stands for, without those of the body (RFC 9110, 15.4.5). */
function withoutBody(headers: string[]): string[] {
  return headers.filter((_, index) => !/^Content-(?:Length|Encoding|Type)$/.test(headers[index - (index % 2)] ?? ''))
}
