import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The best supported encoding that an `Accept-Encoding` header (RFC 9110, 12.5.3) allows. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (allowsEncoding(header, 'br')) return 'br'
  return allowsEncoding(header, 'gzip') ? 'gzip' : 'identity'
}

const refused = { br: /\bbr\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/, gzip: /\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/ }

/** Whether an `Accept-Encoding` header allows an encoding, even if it allows something better. */
export function allowsEncoding(header: string | undefined, encoding: 'br' | 'gzip'): boolean {
  return header !== undefined && header.includes(encoding) && !refused[encoding].test(header)
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/**
 * Brotli's window size, as a binary logarithm. The default, 4 MB, takes seven times as long to set up as a page to
 * compress.
 */
const brotliWindow = 16

/** Compresses off the main thread. `quality` is Brotli's, 0 to 11. */
export function compress(bytes: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'identity') return Promise.resolve(bytes)
  if (encoding === 'gzip') return gzipAsync(bytes)
  return brotliAsync(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: brotliWindow,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}
