import type { Auth } from 'firebase/auth'

import { call, openClient, rejectionOf, type Client } from './client.ts'
import { newClaims, type NewClaims } from './providers.ts'
import type { Service } from './service.ts'
import { newEmail } from './users.ts'

/** What a case observes of a service, by name: each is one assertion. JSON, as the list of differences has to show it. */
export type Facts = Readonly<Record<string, unknown>>

/** What a case works with. */
export interface Context {
  readonly service: Service
  /** The official client, opened when it is first used. */
  readonly auth: Auth
  /** Starts the client again with what it has stored, as a browser does when the page is reloaded. */
  readonly reloadPage: () => Promise<Auth>
  /** An unused e-mail address. Facts show it as `EMAIL`. */
  readonly email: string
  /** Another one. Facts show it as `OTHER`. */
  readonly other: string
  /** Claims of a new user at a provider, who has `email`. */
  readonly claims: NewClaims
}

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
  readonly run: (context: Context) => Promise<Facts>
  /** What both services show, unless docs/identity-differences.md lists the fact. */
  readonly expected: Facts
}

/** Cases of one method, by title. */
export function casesOf(method: string, cases: Readonly<Record<string, Omit<Case, 'method' | 'title'>>>): Case[] {
  return Object.entries(cases).map(([title, rest]) => Object.assign({ method, title }, rest))
}

/** Invalid input, each with the error code that rejects it. */
type Rejected = Readonly<Record<string, readonly [input: unknown, code: string]>>

/** Cases for invalid input. @param send calls the method; by default with the input alone. */
export function rejections(
  method: string,
  inputs: Rejected,
  send = async (service: Service, input: unknown) => rejectionOf(await call(service, `/v1/${method}`, input)),
): Case[] {
  return Object.entries(inputs).map(([fault, [input, code]]) => ({
    method,
    title: `rejects ${fault}`,
    run: ({ service }) => send(service, input),
    expected: { status: 400, code },
  }))
}

/** Runs a case in this runtime. */
export async function runCase({ run }: Case, service: Service): Promise<Facts> {
  let client: Client | undefined
  const open = () => (client ??= openClient(service))
  const [email, other] = [newEmail(), newEmail()]
  const claims = newClaims({ email })
  try {
    const reloadPage = () => open().reloadPage()
    const facts = await run({
      service,
      email,
      other,
      claims,
      reloadPage,
      get auth() {
        return open().auth
      },
    })
    return JSON.parse(JSON.stringify(facts).replaceAll(other, 'OTHER').replaceAll(email, 'EMAIL')) as Facts
  } finally {
    await client?.close()
  }
}
