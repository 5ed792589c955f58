import type { Service } from './service.ts'

/** Observed values of a service, by name; each is one assertion. JSON, as in the list of differences. */
export type Facts = Readonly<Record<string, unknown>>

/** One case, run on both services. */
export interface Case {
  /** As in the protocol: `accounts:signUp`, `token`. */
  readonly method: string
  readonly what: string
  /** The client only supports it in browsers. */
  readonly needsBrowser?: true
  /** In a browser, the page has another origin than the service; otherwise the same. */
  readonly isFromElsewhere?: true
  readonly run: (service: Service) => Promise<Facts>
  /** The facts of both services, unless docs/identity-differences.md lists them. */
  readonly expected: Facts
}

/** A case for each invalid input, with the code that refuses it. */
export function refusals(
  method: string,
  send: (service: Service, input: unknown) => Promise<Facts>,
  inputs: Readonly<Record<string, readonly [input: unknown, code: string]>>,
): Case[] {
  return Object.entries(inputs).map(([what, [input, code]]) => ({
    method,
    what,
    run: (service) => send(service, input),
    expected: { status: 400, code },
  }))
}
