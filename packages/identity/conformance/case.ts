import type { Service } from './service.ts'

/** What is seen of a service, by name: each is one assertion. JSON, to be written down in the list of differences. */
export type Facts = Readonly<Record<string, unknown>>

/** One thing that is tried on both services. */
export interface Case {
  /** As in the protocol: `accounts:signUp`, `token`. */
  readonly method: string
  readonly what: string
  /** The client has it for browsers alone. */
  readonly needsBrowser?: true
  /** In a browser, the page is of another origin than the service; else of the service's own. */
  readonly isFromElsewhere?: true
  readonly run: (service: Service) => Promise<Facts>
  /** What both show, unless docs/identity-differences.md lists it. */
  readonly expected: Facts
}

/** Many inputs that nobody should send, each with the code that refuses it. */
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
