import { Suspense, type ReactNode } from 'react'
import { Await } from 'react-router'

import type { MaybeDeferred } from './defer-if-slow.ts'

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
  return (
    <Suspense fallback={waiting}>
      <Await resolve={data.promise} errorElement={failed}>
        {(value) => children(value)}
      </Await>
    </Suspense>
  )
}
