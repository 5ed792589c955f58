import {
  createUserWithEmailAndPassword,
  isSignInWithEmailLink,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  updateEmail,
  verifyBeforeUpdateEmail,
} from 'firebase/auth'

import { casesOf, type Case } from '../case.ts'
import { outcomeOf } from '../client.ts'
import type { Service } from '../service.ts'
import { continueUrlOf, getLink, password, signUpVerified, signUpWithPassword } from '../users.ts'

const otherPassword = 'secret2'

/** Fetches a link: test suites do so instead of opening it in a browser. */
async function fetchLink(link: string, fields: Record<string, string | undefined> = {}) {
  const url = new URL(link)
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  const answer = await fetch(url)
  const { authEmulator, error } = (await answer.json()) as { authEmulator?: object; error?: { message: string } }
  return { status: answer.status, body: authEmulator ?? error?.message.split(' : ')[0] ?? null }
}

/** The URL that a link redirects to. */
async function finalUrlOf(link: string): Promise<string> {
  return (await fetch(link)).url
}

/** A URL that can be read from every origin. */
function publicUrlOf(service: Service): string {
  return `${new URL(continueUrlOf(service)).origin}/emulator/v1/projects/${service.projectId}/config`
}

const rejection = (error: string, instructions: string) => ({ status: 400, body: { error, instructions } })
const usedLink = (action: string, instructions: string) =>
  rejection(`Your request to ${action} has expired or the link has already been used.`, instructions)

export const emulatorAction: readonly Case[] = [
  ...casesOf('GET action', {
    'resets a password': {
      async run({ service, auth, email }) {
        await signUpWithPassword(service, email)
        await sendPasswordResetEmail(auth, email)
        const { oobLink } = await getLink(service, email)
        const facts = {
          withoutPassword: await fetchLink(oobLink),
          placeholder: await fetchLink(oobLink, { newPassword: 'NEW_PASSWORD_HERE' }),
          weak: await fetchLink(oobLink, { newPassword: '12345' }),
          done: await fetchLink(oobLink, { newPassword: otherPassword }),
          again: await fetchLink(oobLink, { newPassword: otherPassword }),
          signedIn: await outcomeOf(signInWithEmailAndPassword(auth, email, otherPassword)),
        }
        return JSON.parse(JSON.stringify(facts).replaceAll(oobLink, 'LINK')) as typeof facts
      },
      expected: {
        withoutPassword: {
          status: 400,
          body: {
            error: 'missing newPassword query parameter',
            instructions: 'To reset the password for EMAIL, send an HTTP GET request to the following URL.',
            instructions2: 'You may use a web browser or any HTTP client, such as curl.',
            urlTemplate: 'LINK&newPassword=NEW_PASSWORD_HERE',
          },
        },
        placeholder: {
          status: 400,
          body: {
            error: "newPassword must be something other than 'NEW_PASSWORD_HERE'",
            instructions: "The string 'NEW_PASSWORD_HERE' is just a placeholder.",
            instructions2: 'Please change the URL to specify a new password instead.',
            urlTemplate: 'LINK&newPassword=NEW_PASSWORD_HERE',
          },
        },
        weak: { status: 400, body: 'WEAK_PASSWORD' },
        done: { status: 200, body: { success: 'The password has been successfully updated.', email: 'EMAIL' } },
        again: usedLink('reset your password', 'Try resetting your password again.'),
        signedIn: 'ok',
      },
    },
    'verifies an e-mail address': {
      async run({ service, auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await sendEmailVerification(user)
        const { oobLink } = await getLink(service, email)
        const facts = { done: await fetchLink(oobLink), again: await fetchLink(oobLink) }
        await reload(user)
        return { ...facts, isVerified: user.emailVerified }
      },
      expected: {
        done: { status: 200, body: { success: 'The email has been successfully verified.', email: 'EMAIL' } },
        again: usedLink('verify your email', 'Try verifying your email again.'),
        isVerified: true,
      },
    },
    'redirects to the continue URL': {
      async run({ service, auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const url = publicUrlOf(service)
        await sendEmailVerification(user, { url })
        const { oobLink } = await getLink(service, email)
        const redirects = (await finalUrlOf(oobLink)) === url
        await reload(user)
        return { redirects, isVerified: user.emailVerified }
      },
      expected: { redirects: true, isVerified: true },
    },
    'changes the e-mail address': {
      async run({ service, auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await verifyBeforeUpdateEmail(user, `new.${email}`)
        const { oobLink } = await getLink(service, email)
        const facts = { done: await fetchLink(oobLink), again: await fetchLink(oobLink) }
        const signedIn = await outcomeOf(signInWithEmailAndPassword(auth, `new.${email}`, password))
        return { ...facts, signedIn }
      },
      expected: {
        done: { status: 200, body: { success: 'The email has been successfully changed.', newEmail: 'new.EMAIL' } },
        again: usedLink('change your email', 'Try changing your email again.'),
        signedIn: 'ok',
      },
    },
    'recovers an e-mail address': {
      async run({ service, auth, email }) {
        const user = await signUpVerified(service, auth, email)
        await updateEmail(user, `new.${email}`)
        const { oobLink } = await getLink(service, email)
        const facts = { done: await fetchLink(oobLink), again: await fetchLink(oobLink) }
        const signedIn = await outcomeOf(signInWithEmailAndPassword(auth, email, password))
        return { ...facts, signedIn }
      },
      expected: {
        done: { status: 200, body: { success: 'The email has been successfully reset.', email: 'EMAIL' } },
        again: rejection(
          'Requested mode does not match the OOB code provided.',
          "If you're trying to test the reverting email flow, try changing the email again to generate a new link.",
        ),
        signedIn: 'auth/invalid-credential',
      },
    },
    'redirects to the continue URL with a code to sign in': {
      async run({ service, auth, email }) {
        const url = publicUrlOf(service)
        await sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true })
        const { oobLink } = await getLink(service, email)
        const end = await finalUrlOf(oobLink)
        return {
          redirects: end.startsWith(`${url}?`),
          isLink: isSignInWithEmailLink(auth, end),
          signedIn: await outcomeOf(signInWithEmailLink(auth, email, end)),
          withoutContinueUrl: await fetchLink(oobLink, { continueUrl: undefined }),
        }
      },
      expected: {
        redirects: true,
        isLink: true,
        signedIn: 'ok',
        withoutContinueUrl: rejection(
          'Missing continueUrl query parameter',
          'To sign in, append &continueUrl=YOUR_APP_URL to the link.',
        ),
      },
    },
    'explains a missing or invalid parameter': {
      async run({ service, auth, email }) {
        await signUpWithPassword(service, email)
        await sendPasswordResetEmail(auth, email)
        const { oobLink } = await getLink(service, email)
        return {
          withoutKey: await fetchLink(oobLink, { apiKey: undefined }),
          withoutCode: await fetchLink(oobLink, { oobCode: undefined }),
          withoutMode: await fetchLink(oobLink, { mode: undefined }),
          withOtherMode: await fetchLink(oobLink, { mode: 'verifyEmail' }),
          withOtherCode: await fetchLink(oobLink, { mode: 'verifyAndChangeEmail', oobCode: 'x' }),
          stillValid: (await fetchLink(oobLink, { newPassword: otherPassword })).status,
        }
      },
      expected: {
        withoutKey: rejection(
          'missing apiKey query parameter',
          'Please modify the URL to specify an apiKey, such as ...&apiKey=YOUR_API_KEY',
        ),
        withoutCode: rejection(
          'missing oobCode query parameter',
          'Please modify the URL to specify an oobCode, such as ...&oobCode=YOUR_OOB_CODE',
        ),
        withoutMode: { status: 400, body: { error: 'Invalid mode' } },
        withOtherMode: usedLink('verify your email', 'Try verifying your email again.'),
        withOtherCode: usedLink('change your email', 'Try changing your email again.'),
        stillValid: 200,
      },
    },
  }),
]
