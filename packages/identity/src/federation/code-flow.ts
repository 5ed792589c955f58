import { createHash } from 'node:crypto'

import type { Audit } from '../abuse/audit.ts'
import type { Caller } from '../caller.ts'
import type { Log } from '../log.ts'
import type { ProviderSettings } from '../settings.ts'
import { newFlowSecret } from '../tokens/secrets.ts'
import { createAttempts, type Attempt, type Outcome } from './attempts.ts'
import { toFailure, type FlowFailure } from './flow-failure.ts'
import { createProviderClient } from './provider-client.ts'

/**
 * Signing in at a provider in three steps: the browser goes there, comes back, and a page of the application redeems the
 * result. Each step needs `browser`, a secret of the browser that took the first one.
 */
export interface CodeFlow {
  /** @returns where to send the browser; `undefined` if the provider is not configured. */
  start(
    providerId: string,
    beginning: { readonly browser: string; readonly redirectUri: string; readonly next: string },
    caller: Caller,
  ): Promise<{ readonly location: string } | { readonly failure: FlowFailure } | undefined>
  /**
   * Handles the browser's return. `answer` is the URL that the provider sent it to. Works once for each `start`. The code is
   * exchanged meanwhile; `redeem` waits for it.
   *
   * @returns the page to continue to; `undefined` if the sign-in was not started in this browser.
   */
  handleCallback(browser: string, answer: URL, caller: Caller): string | undefined
  /** The result, for a page of that browser, once. */
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
    // Its causes contain what the provider sent, which must not be logged.
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
