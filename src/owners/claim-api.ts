import type { Address } from '@stockinette/rate-limit/address.ts'
import { Hono } from 'hono'
import { z } from 'zod'

import { ShopError } from '../domain/errors.ts'
import { accountAction, problems, signIn, signInPage } from '../messages/messages.ts'
import type { Bindings } from '../web/bindings.ts'
import { readJson } from '../web/middleware/read-body.ts'
import type { Limits } from '../web/shop-limits.ts'
import type { ClaimRequest, FirstClaim } from './first-claim.ts'

export interface ClaimApiOptions {
  readonly firstClaim: FirstClaim
  readonly limits: Pick<Limits, 'claim'>
  /** Called once the shop has its first owner. */
  readonly onClaimed: () => void
}

const shape = z.object({ code: z.string().max(100), email: z.string(), password: z.string() })

/**
 * `POST /` with `{ code, email, password }` makes the first owner of the shop: 204. The owner can sign in then. 403 for a
 * wrong code, 409 `already-claimed`, 422 `invalid-claim` with a message for each field.
 *
 * The code is in the body, so that it is neither in the log of requests nor in a `Referer`. Tries without it are limited: with
 * it nobody is, or strangers could use up the limit and keep the maker out of her own shop.
 */
export function createClaimApi({ firstClaim, limits, onClaimed }: ClaimApiOptions) {
  const api = new Hono<Bindings>()
  const limitTries = async (address: Address) => {
    try {
      await limits.claim(address)
    } catch (error) {
      firstClaim.noteRefusal('too-many-requests', address)
      throw error
    }
  }
  api.post('/', async (context) => {
    context.header('Cache-Control', 'no-store')
    const address = context.get('clientAddress')
    const request = parse(await readJson(context))
    if (!(await firstClaim.isOpenTo(request))) await limitTries(address)
    await claim(firstClaim, request, address)
    onClaimed()
    return context.body(null, 204)
  })
  return api
}

/** @throws ShopError `invalid-request`. */
function parse(body: unknown): ClaimRequest {
  const { success, data } = shape.safeParse(body)
  if (!success) throw new ShopError('invalid-request', problems.badFields)
  return { ...data, email: data.email.trim() }
}

async function claim(firstClaim: FirstClaim, request: ClaimRequest, address: Address): Promise<void> {
  const missing = {
    ...(request.email === '' && { email: signInPage.noEmail }),
    ...(request.password === '' && { password: accountAction.noPassword }),
  }
  if (Object.keys(missing).length > 0) throw invalidClaim(missing)
  try {
    await firstClaim.claim(request, address)
  } catch (error) {
    throw toFieldError(error) ?? error
  }
}

/** Identity Toolkit's codes for an address and for a password that it refuses; both identity services use them. */
const fieldErrors: readonly (readonly [code: RegExp, fields: Readonly<Record<string, string>>])[] = [
  [/\bINVALID_EMAIL\b/, { email: signIn.badEmail }],
  [/\b(?:WEAK_PASSWORD|PASSWORD_DOES_NOT_MEET_REQUIREMENTS)\b/, { password: signIn.weakPassword }],
]

function toFieldError(error: unknown): ShopError | undefined {
  const message = error instanceof Error ? error.message : ''
  const fields = fieldErrors.find(([code]) => code.test(message))?.[1]
  return fields && invalidClaim(fields)
}

function invalidClaim(fields: Readonly<Record<string, string>>): ShopError {
  return new ShopError('invalid-claim', Object.values(fields).join(' '), { fields })
}
