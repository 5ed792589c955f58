import type { Service } from './service.ts'

/** What a case observes of a service, by name: each is one assertion. JSON, as the list of differences has to show it. */
export type Facts = Readonly<Record<string, unknown>>

/** One conformance case, run against both services. */
export interface Case {
  /** As in the protocol: `accounts:signUp`, `token`. */
  readonly method: string
  /** What our service must do. */
  readonly title: string
  /** The client supports it only in browsers. */
  readonly browserOnly?: true
  /** In a browser, the page has another origin than the service; otherwise the same. */
  readonly isCrossOrigin?: true
  readonly run: (service: Service) => Promise<Facts>
  /** What both services show, unless docs/identity-differences.md lists the fact. */
  readonly expected: Facts
}

/** Cases for invalid input, each with the error code that rejects it. */
export function rejections(
  method: string,
  send: (service: Service, input: unknown) => Promise<Facts>,
  inputs: Readonly<Record<string, readonly [input: unknown, code: string]>>,
): Case[] {
  return Object.entries(inputs).map(([fault, [input, code]]) => ({
    method,
    title: `rejects ${fault}`,
    run: (service) => send(service, input),
    expected: { status: 400, code },
  }))
}
