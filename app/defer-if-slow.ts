import type { RouterContextProvider } from 'react-router'

import { renderingContext } from './context.ts'

/** As long as a visitor may wait for a page to begin, in milliseconds. */
const momentMs = 300

/** A value that is here, or the promise of one that takes longer than a moment. */
export type Soon<T> = { readonly now: T } | { readonly later: Promise<T> }

/**
 * Waits for `promise`, a moment at most, unless the page is patient: then the promise is handed on, to be streamed into
 * the page behind a fallback.
 */
export async function soon<T>(
  promise: Promise<T>,
  { context }: { context: Readonly<RouterContextProvider> },
): Promise<Soon<T>> {
  const rendering = context.get(renderingContext)
  if (rendering.waitForAll) return { now: await promise }

  const { promise: late, resolve } = Promise.withResolvers<Soon<T>>()
  const timer = setTimeout(resolve, momentMs, { later: promise })
  const here = promise.then((now) => ({ now }))
  const soonest = await Promise.race([here, late]).finally(() => clearTimeout(timer))
  if ('later' in soonest) rendering.isStreamed = true
  return soonest
}
