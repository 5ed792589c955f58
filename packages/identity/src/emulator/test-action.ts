import { readContinueUrl } from '../action-codes/action-link.ts'
import type { Caller } from '../application.ts'
import type { IdentityContext } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { resetPassword } from '../methods/resetPassword.ts'
import { updateByCode } from '../methods/update.ts'
import type { SentLink, SentLinks } from './sent-links.ts'

/** JSON, or where to go on to. */
export type ActionAnswer =
  | { readonly status: 200 | 400; readonly body: object }
  | { readonly status: 303; readonly location: string }

type Query = Readonly<Record<string, string>>

interface Asked {
  readonly context: IdentityContext
  readonly query: Query
  readonly caller: Caller
  readonly oobCode: string
  readonly continueUrl: string | undefined
  /** The link itself; `undefined` when it is no longer valid. */
  readonly link: SentLink | undefined
}

/**
 * Does what a link is for, as soon as it is fetched: suites do not fill forms in. It is answered in the emulator's own
 * words. (firebase-tools, emulator/auth/handlers: `/emulator/action`)
 *
 * Rejects as `accounts:update` and `accounts:resetPassword` do; with IdentityError `INVALID_CONTINUE_URI` or
 * `UNAUTHORIZED_DOMAIN` when it leads on to where no mail of the shop's may.
 */
export function createTestAction(context: IdentityContext, links: SentLinks) {
  return async (query: Query, caller: Caller): Promise<ActionAnswer> => {
    const { mode = '', oobCode, apiKey, continueUrl, tenantId } = query
    if (tenantId) throw new IdentityError('UNSUPPORTED_TENANT_OPERATION')
    if (!apiKey) return refuseWithout('apiKey', 'YOUR_API_KEY')
    if (!oobCode) return refuseWithout('oobCode', 'YOUR_OOB_CODE')
    const act = actions.get(mode)
    if (act === undefined) return refuse('Invalid mode')
    const link = links.list().find((sent) => sent.oobCode === oobCode)
    return act({ context, query, caller, oobCode, link, continueUrl: readContinueUrl(continueUrl, caller) })
  }
}

/** By the mode that is in the link. */
const actions: ReadonlyMap<string, (asked: Asked) => Promise<ActionAnswer>> = new Map([
  ['recoverEmail', recoverEmail],
  ['resetPassword', setPassword],
  ['signIn', goOnToSignIn],
  ['verifyAndChangeEmail', changeEmail],
  ['verifyEmail', verifyEmail],
])

async function recoverEmail(asked: Asked): Promise<ActionAnswer> {
  const retry =
    "If you're trying to test the reverting email flow, try changing the email again to generate a new link."
  if (asked.link?.requestType !== 'RECOVER_EMAIL') {
    return refuse('Requested mode does not match the OOB code provided.', retry)
  }
  return useCode({ ...asked, continueUrl: undefined }, 'email', { done: 'reset', wish: 'revert', retry })
}

async function verifyEmail(asked: Asked): Promise<ActionAnswer> {
  return useCode(asked, 'email', { done: 'verified', wish: 'verify', retry: 'Try verifying your email again.' })
}

async function changeEmail(asked: Asked): Promise<ActionAnswer> {
  return useCode(asked, 'newEmail', { done: 'changed', wish: 'change', retry: 'Try changing your email again.' })
}

/** @param told the address that is answered. */
async function useCode(
  { context, oobCode, caller, continueUrl }: Asked,
  told: 'email' | 'newEmail',
  { done, wish, retry }: { readonly done: string; readonly wish: string; readonly retry: string },
): Promise<ActionAnswer> {
  try {
    const { [told]: address } = await updateByCode(context, oobCode, caller)
    return succeed(`The email has been successfully ${done}.`, { [told]: address }, continueUrl)
  } catch (error) {
    if (!(error instanceof IdentityError) || !/^(?:INVALID|EXPIRED)_OOB_CODE$/.test(error.code)) throw error
    return refuse(`Your request to ${wish} your email has expired or the link has already been used.`, retry)
  }
}

async function setPassword({ context, query, caller, oobCode, continueUrl, link }: Asked): Promise<ActionAnswer> {
  if (link?.requestType !== 'PASSWORD_RESET') {
    const expired = 'Your request to reset your password has expired or the link has already been used.'
    return refuse(expired, 'Try resetting your password again.')
  }
  const placeholder = 'NEW_PASSWORD_HERE'
  const urlTemplate = `${link.oobLink}&newPassword=${placeholder}`
  const { newPassword } = query
  if (!newPassword) {
    return refuse(
      'missing newPassword query parameter',
      `To reset the password for ${link.email}, send an HTTP GET request to the following URL.`,
      { instructions2: 'You may use a web browser or any HTTP client, such as curl.', urlTemplate },
    )
  }
  if (newPassword === placeholder) {
    return refuse(
      `newPassword must be something other than '${placeholder}'`,
      `The string '${placeholder}' is just a placeholder.`,
      { instructions2: 'Please change the URL to specify a new password instead.', urlTemplate },
    )
  }
  const { email } = await resetPassword(context, { oobCode, newPassword }, caller)
  return succeed('The password has been successfully updated.', { email }, continueUrl)
}

/** To the app, which signs in with the code that it finds in its own address. */
async function goOnToSignIn({ query, continueUrl }: Asked): Promise<ActionAnswer> {
  if (continueUrl === undefined) {
    const instructions = 'To sign in, append &continueUrl=YOUR_APP_URL to the link.'
    return refuse('Missing continueUrl query parameter', instructions)
  }
  const { continueUrl: _, ...others } = query
  const url = new URL(continueUrl)
  for (const [name, value] of Object.entries(others)) url.searchParams.set(name, value)
  return { status: 303, location: url.href }
}

function succeed(success: string, whose: object, continueUrl?: string): ActionAnswer {
  if (continueUrl !== undefined) return { status: 303, location: continueUrl }
  return { status: 200, body: { authEmulator: { success, ...whose } } }
}

function refuse(error: string, instructions?: string, more?: object): ActionAnswer {
  return { status: 400, body: { authEmulator: { error, instructions, ...more } } }
}

function refuseWithout(name: string, example: string): ActionAnswer {
  const instructions = `Please modify the URL to specify an ${name}, such as ...&${name}=${example}`
  return refuse(`missing ${name} query parameter`, instructions)
}
