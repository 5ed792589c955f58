import { z } from 'zod'

import { type Account, hasPasswordProvider, toEmail } from '../accounts/account.ts'
import type { Endpoint, IdentityContext } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { createAuthUri } from '../methods/createAuthUri.ts'
import { sendOobCode } from '../methods/sendOobCode.ts'
import { signInWithPassword } from '../methods/signInWithPassword.ts'

const passwordSignIn = z.object({ email: z.string() })
const mailRequest = z.object({ requestType: z.string(), email: z.string() })
const question = z.object({ identifier: z.string() })

/**
 * The methods that reveal who has an account while protection against e-mail enumeration is off, as it is when the emulator
 * starts. They call the normal methods, which never reveal it, and add what a test may know.
 * (firebase-tools, emulator/auth/operations: `enableImprovedEmailPrivacy`)
 */
export function createEnumerableEndpoints(isProtected: () => boolean) {
  const unlessProtected = (own: Endpoint, telling: Endpoint): Endpoint => {
    return (...request) => (isProtected() ? own(...request) : telling(...request))
  }
  return {
    'POST /v1/accounts:createAuthUri': unlessProtected(createAuthUri, createAuthUriWithProviders),
    'POST /v1/accounts:sendOobCode': unlessProtected(sendOobCode, sendOobCodeToKnown),
    'POST /v1/accounts:signInWithPassword': unlessProtected(signInWithPassword, signInNamingTheFault),
  }
}

/** @throws IdentityError as `createAuthUri`. */
async function createAuthUriWithProviders(context: IdentityContext, input: unknown) {
  const answer = await createAuthUri(context, input)
  const [account] = context.accounts.listByAnyEmail(toEmail(question.parse(input).identifier))
  return { ...answer, ...toWaysToSignIn(account) }
}

/** @throws IdentityError as `sendOobCode`; `EMAIL_NOT_FOUND`. */
const sendOobCodeToKnown: Endpoint = async (context, input, caller) => {
  const answer = await sendOobCode(context, input, caller)
  const { requestType, email } = mailRequest.partial().parse(input)
  if (requestType === 'PASSWORD_RESET') requireAccount(context, email)
  return answer
}

/** @throws IdentityError as `signInWithPassword`; `EMAIL_NOT_FOUND`, `INVALID_PASSWORD`. */
const signInNamingTheFault: Endpoint = async (context, input, caller) => {
  try {
    return await signInWithPassword(context, input, caller)
  } catch (error) {
    if (!(error instanceof IdentityError) || error.code !== 'INVALID_LOGIN_CREDENTIALS') throw error
    requireAccount(context, passwordSignIn.parse(input).email)
    throw new IdentityError('INVALID_PASSWORD', undefined, { cause: error })
  }
}

function requireAccount({ accounts }: IdentityContext, email: string | undefined): void {
  if (email !== undefined && accounts.findByEmail(toEmail(email)) === undefined) {
    throw new IdentityError('EMAIL_NOT_FOUND')
  }
}

/** `password` is the provider of two sign-in methods. */
function toWaysToSignIn(account: Account | undefined) {
  if (account === undefined) return { registered: false, allProviders: [], signinMethods: [] }
  const links = account.links.map(({ providerId }) => providerId)
  const byEmail = hasPasswordProvider(account)
  return {
    registered: true,
    allProviders: [...(byEmail ? ['password'] : []), ...links],
    signinMethods: [
      ...(byEmail && account.passwordHash !== null ? ['password'] : []),
      ...(byEmail && account.emailLinkSignIn ? ['emailLink'] : []),
      ...links,
    ],
  }
}
