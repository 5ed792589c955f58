import type { Context } from 'hono'

import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'

/** The strong entity tag of a version (RFC 9110, 8.8.3). */
export function toTag({ version }: { readonly version: string }): string {
  return `"${version}"`
}

/**
 * Parses the one entity tag in `If-Match` (RFC 9110, 13.1.1). A proxy that compresses has changed the tag that the client got:
 * nginx makes it weak, Apache adds `-gzip`. The version is the same.
 *
 * @throws ShopError `version-required`.
 */
export function readVersion({ req }: Context): string {
  const version = /^(?:W\/)?"([A-Za-z0-9]+)(?:-[a-z]+)?"$/.exec(req.header('If-Match') ?? '')?.[1]
  if (version === undefined) throw new ShopError('version-required', problems.versionRequired)
  return version
}
