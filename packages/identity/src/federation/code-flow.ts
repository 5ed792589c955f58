import { createHash } from 'node:crypto'

import type { Audit } from '../abuse/audit.ts'
import type { Caller } from '../caller.ts'
import type { Log } from '../log.ts'
import type { ProviderSettings } from '../settings.ts'
import { newFlowSecret } from '../tokens/secrets.ts'
import { createAttempts } from './attempts.ts'
import type { Attempt, Outcome } from './attempts.ts'
import { toFailure } from './flow-failure.ts'
import type { FlowFailure } from './flow-failure.ts'
import { createProviderClient } from './provider-client.ts'

/**
 * Signing in at a provider in three steps: the browser is sent there, comes back, and a page of the shop takes over what
 * it came back with. Each needs `browser`, a secret of the browser that takes the first.
 */
export interface CodeFlow {
  /** @returns where to send the browser; `undefined` for a provider that is not set up. */
  start(
    providerId: string,
    beginning: { readonly browser: string; readonly redirectUri: string; readonly next: string },
    caller: Caller,
  ): Promise<{ readonly location: string } | { readonly failure: FlowFailure } | undefined>
  /**
   * Takes what the browser brought back, in the query of `answer`, the address that it was sent to; once for each begin.
   * The provider is asked meanwhile: the page waits for it.
   *
   * @returns the page that the sign-in was begun for; `undefined` when it was not begun in this browser.
   */
  handleCallback(browser: string, answer: URL, caller: Caller): string | undefined
  /** What came of it, for the page of that browser, once. */
  redeem(browser: string, state: string): Promise<Outcome>
}

export interface CodeFlowOptions {
  readonly providers: readonly ProviderSettings[]
  readonly audit: Audit
  readonly log: Log
  readonly now: () => Date
}

export function createCodeFlow({ providers, audit, log, now }: CodeFlowOptions): CodeFlow {
  const clients = new Map(providers.map((provider) => [provider.id, createProviderClient(provider, now)]))
  const attempts = createAttempts(now)

  const refuse = (error: unknown, providerId: string, caller: Caller) => {
    const failure = toFailure(error)
    // Its causes hold what the provider sent, which is nobody's business.
    const { name, message, code } = error as Error & { code?: unknown }
    if (failure !== 'user-cancelled') log.warn({ providerId, name, message, code }, 'a provider signed nobody in')
    audit('sign-in-refused', caller, { method: providerId, reason: failure })
    return { failure } as const
  }
  const finish = async ({ providerId, secrets, rawNonce }: Attempt, answer: URL, caller: Caller): Promise<Outcome> => {
    try {
      const idToken = await clients.get(providerId)?.exchange(answer, secrets)
      return idToken === undefined ? { failure: 'operation-not-allowed' } : { providerId, idToken, rawNonce }
    } catch (error) {
      return refuse(error, providerId, caller)
    }
  }

  return {
    async start(providerId, { browser, redirectUri, next }, caller) {
      const provider = clients.get(providerId)
      if (provider === undefined) return undefined
      const rawNonce = newFlowSecret()
      const nonce = createHash('sha256').update(rawNonce).digest('hex')
      const secrets = { state: newFlowSecret(), nonce, codeVerifier: newFlowSecret() }
      try {
        const location = await provider.createUrl(secrets, redirectUri)
        attempts.add(browser, { providerId, secrets, rawNonce, next })
        return { location }
      } catch (error) {
        return refuse(error, providerId, caller)
      }
    },
    handleCallback(browser, answer, caller) {
      const attempt = attempts.find(browser, answer.searchParams.get('state') ?? '')
      if (attempt === undefined) return undefined
      attempt.outcome ??= finish(attempt, answer, caller)
      return attempt.next
    },
    async redeem(browser, state) {
      const attempt = attempts.take(browser, state)
      return (await attempt?.outcome) ?? { failure: 'no-auth-event' }
    },
  }
}
