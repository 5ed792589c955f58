import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'

import { acceptedEncoding, type Encoding } from '../pages/encoding.ts'
import type { Bindings } from './bindings.ts'

const builtFiles = fileURLToPath(new URL('../../build/client', import.meta.url))

interface StaticFile {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** Files by path, in each encoding that the build created. */
type StaticFiles = ReadonlyMap<string, Partial<Record<Encoding, StaticFile>>>

/**
 * Serves the built files for browsers, compressed in advance. Files in `assets/` are content-addressed.
 *
 * All files, about 2 MB, are read into memory at the start: responses open no file, wait for no thread, and work even
 * if the process has no file descriptors left.
 */
export function staticFiles(folder = builtFiles): MiddlewareHandler<Bindings> {
  const files = readFiles(folder)
  return async (context, next) => {
    const file = files.get(context.req.path)
    const found = file?.[acceptedEncoding(context.req.header('Accept-Encoding'))] ?? file?.identity
    return found ? context.body(found.body, 200, found.headers) : next()
  }
}

const suffixes = { '.br': 'br', '.gz': 'gzip' } as const

function readFiles(folder: string): StaticFiles {
  const files = new Map<string, Partial<Record<Encoding, StaticFile>>>()
  if (!existsSync(folder)) return files // In development, before the first build.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const [, plain = '', suffix] = /^(.*?)(\.br|\.gz)?$/.exec(`/${relative(folder, path).split(sep).join('/')}`) ?? []
    const encoding = suffix === undefined ? 'identity' : suffixes[suffix as keyof typeof suffixes]
    const body = readFileSync(path)
    files.set(plain, { ...files.get(plain), [encoding]: { body, headers: headersOf(plain, encoding, body.length) } })
  }
  return files
}

function headersOf(path: string, encoding: Encoding, bytes: number): Record<string, string> {
  const isImmutable = path.startsWith('/assets/')
  return {
    'Content-Type': getMimeType(path) ?? 'application/octet-stream',
    'Content-Length': String(bytes),
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Cache-Control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
    Vary: 'Accept-Encoding',
  }
}
