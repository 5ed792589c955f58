import { Suspense, type ReactNode } from 'react'
import { Await, type RouterContextProvider } from 'react-router'

import { withTimeout } from './api/timeouts.ts'
import { waitForAllContext } from './context.ts'

/** How long a visitor may wait for the first bytes of a page, in milliseconds. */
const deferAfterMs = 300

/** A value, or the promise of one that takes longer. */
type MaybeDeferred<T> = { readonly value: T } | { readonly promise: Promise<T> }

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

interface DeferredProps<T> {
  /** What a loader got from `deferIfSlow`; `undefined` if it failed before that. */
  readonly data: MaybeDeferred<T> | undefined
  /** What is shown until the value is there. */
  readonly waiting?: ReactNode
  /** What is shown if it cannot be loaded. */
  readonly failed?: ReactNode
  readonly children: (value: T) => ReactNode
}

/** A part of a page that comes later if its data does. */
export function Deferred<T>({ data, waiting, failed = null, children }: DeferredProps<T>) {
  if (data === undefined) return null
  if ('value' in data) return children(data.value)
  const fallback = (
    <>
      {waiting}
      <ReloadWithoutScript />
    </>
  )
  return (
    <Suspense fallback={fallback}>
      <Await resolve={data.promise} errorElement={failed}>
        {(value) => children(value)}
      </Await>
    </Suspense>
  )
}

/**
 * Only scripts put what comes later in its place. Without them, the page is loaded again once all of it has arrived: by then,
 * the shop has the data.
 */
function ReloadWithoutScript() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content="1" />
    </noscript>
  )
}
