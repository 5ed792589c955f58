import type { RouterContextProvider } from 'react-router'

import { withTimeout } from './api/timeouts.ts'
import { waitForAllContext } from './context.ts'

/** How long a visitor may wait for the first bytes of a page, in milliseconds. */
const deferAfterMs = 300

/** A value, or the promise of one that takes longer. */
export type MaybeDeferred<T> = { readonly value: T } | { readonly promise: Promise<T> }

/**
 * Waits for `promise` for a short time, or until it resolves if the page is not streamed. After that time, returns the
 * promise itself, to be streamed into the page behind a `Suspense` fallback.
 */
export async function deferIfSlow<T>(
  promise: Promise<T>,
  { context }: { context: Readonly<RouterContextProvider> },
): Promise<MaybeDeferred<T>> {
  if (context.get(waitForAllContext)) return { value: await promise }

  const resolved = promise.then((value) => ({ value }))
  return (await withTimeout(deferAfterMs, resolved)) ?? { promise }
}

/** Whether a loader returned a promise of {@link deferIfSlow}. @param loaderData what the loaders returned, by route id. */
export function hasDeferred(loaderData: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>): boolean {
  const values = Object.values(loaderData).flatMap((data) => Object.values(data ?? {}))
  return values.some((value) => typeof value === 'object' && value !== null && 'promise' in value)
}
