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

import type { Case } from '../case.ts'
import { outcomeOf, withClient } from '../client.ts'
import { continueUrlOf, getLink } from '../codes.ts'
import { newEmail, password, signUpConfirmed, signUpWithPassword, withoutAddress } from '../people.ts'
import type { Service } from '../service.ts'

const otherPassword = 'secret2'
const method = 'GET action'

/** Fetches a link, as suites do instead of opening it. */
async function follow(link: string, fields: Record<string, string | undefined> = {}) {
  const url = new URL(link)
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  const { status, json } = await fetch(url).then(async (answer) => ({
    status: answer.status,
    json: await answer.json(),
  }))
  const { authEmulator, error } = json as { authEmulator?: object; error?: { message: string } }
  return { status, said: authEmulator ?? error?.message.split(' : ')[0] ?? null }
}

/** Where a link ends: at what everybody may read, as it leads from one port to another. */
async function endOf(link: string): Promise<string> {
  return (await fetch(link)).url
}

function openUrlOf(service: Service): string {
  return `${new URL(continueUrlOf(service)).origin}/emulator/v1/projects/${service.projectId}/config`
}

export const action: readonly Case[] = [
  {
    method,
    what: 'a new password',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email } = await signUpWithPassword(service)
        await sendPasswordResetEmail(auth, email)
        const { oobLink } = await getLink(service, email)
        const facts = {
          without: await follow(oobLink),
          placeholder: await follow(oobLink, { newPassword: 'NEW_PASSWORD_HERE' }),
          weak: await follow(oobLink, { newPassword: '12345' }),
          done: await follow(oobLink, { newPassword: otherPassword }),
          again: await follow(oobLink, { newPassword: otherPassword }),
          signedIn: await outcomeOf(signInWithEmailAndPassword(auth, email, otherPassword)),
        }
        return withoutAddress(JSON.parse(JSON.stringify(facts).replaceAll(oobLink, 'LINK')) as typeof facts, email)
      }),
    expected: {
      without: {
        status: 400,
        said: {
          error: 'missing newPassword query parameter',
          instructions: 'To reset the password for EMAIL, send an HTTP GET request to the following URL.',
          instructions2: 'You may use a web browser or any HTTP client, such as curl.',
          urlTemplate: 'LINK&newPassword=NEW_PASSWORD_HERE',
        },
      },
      placeholder: {
        status: 400,
        said: {
          error: "newPassword must be something other than 'NEW_PASSWORD_HERE'",
          instructions: "The string 'NEW_PASSWORD_HERE' is just a placeholder.",
          instructions2: 'Please change the URL to specify a new password instead.',
          urlTemplate: 'LINK&newPassword=NEW_PASSWORD_HERE',
        },
      },
      weak: { status: 400, said: 'WEAK_PASSWORD' },
      done: { status: 200, said: { success: 'The password has been successfully updated.', email: 'EMAIL' } },
      again: {
        status: 400,
        said: {
          error: 'Your request to reset your password has expired or the link has already been used.',
          instructions: 'Try resetting your password again.',
        },
      },
      signedIn: 'ok',
    },
  },
  {
    method,
    what: 'confirming an address',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await sendEmailVerification(user)
        const { oobLink } = await getLink(service, email)
        const facts = { done: await follow(oobLink), again: await follow(oobLink) }
        await reload(user)
        return withoutAddress({ ...facts, isVerified: user.emailVerified }, email)
      }),
    expected: {
      done: { status: 200, said: { success: 'The email has been successfully verified.', email: 'EMAIL' } },
      again: {
        status: 400,
        said: {
          error: 'Your request to verify your email has expired or the link has already been used.',
          instructions: 'Try verifying your email again.',
        },
      },
      isVerified: true,
    },
  },
  {
    method,
    what: 'a link with a continue URL',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await createUserWithEmailAndPassword(auth, newEmail(), password)
        const url = openUrlOf(service)
        await sendEmailVerification(user, { url })
        const { oobLink } = await getLink(service, user.email ?? '')
        const leadsOn = (await endOf(oobLink)) === url
        await reload(user)
        return { leadsOn, isVerified: user.emailVerified }
      }),
    expected: { leadsOn: true, isVerified: true },
  },
  {
    method,
    what: 'a new address',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await verifyBeforeUpdateEmail(user, `new.${email}`)
        const { oobLink } = await getLink(service, email)
        const facts = { done: await follow(oobLink), again: await follow(oobLink) }
        const signedIn = await outcomeOf(signInWithEmailAndPassword(auth, `new.${email}`, password))
        return withoutAddress({ ...facts, signedIn }, email)
      }),
    expected: {
      done: { status: 200, said: { success: 'The email has been successfully changed.', newEmail: 'new.EMAIL' } },
      again: {
        status: 400,
        said: {
          error: 'Your request to change your email has expired or the link has already been used.',
          instructions: 'Try changing your email again.',
        },
      },
      signedIn: 'ok',
    },
  },
  {
    method,
    what: 'a link to recover an address',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const user = await signUpConfirmed(service, auth, email)
        await updateEmail(user, `new.${email}`)
        const { oobLink } = await getLink(service, email)
        const facts = { done: await follow(oobLink), again: await follow(oobLink) }
        const signedIn = await outcomeOf(signInWithEmailAndPassword(auth, email, password))
        return withoutAddress({ ...facts, signedIn }, email)
      }),
    expected: {
      done: { status: 200, said: { success: 'The email has been successfully reset.', email: 'EMAIL' } },
      again: {
        status: 400,
        said: {
          error: 'Requested mode does not match the OOB code provided.',
          instructions:
            "If you're trying to test the reverting email flow, try changing the email again to generate a new link.",
        },
      },
      signedIn: 'auth/invalid-credential',
    },
  },
  {
    method,
    what: 'a sign-in link',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const url = openUrlOf(service)
        await sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true })
        const { oobLink } = await getLink(service, email)
        const end = await endOf(oobLink)
        return {
          leadsOn: end.startsWith(`${url}?`),
          isLink: isSignInWithEmailLink(auth, end),
          signedIn: await outcomeOf(signInWithEmailLink(auth, email, end)),
          without: await follow(oobLink, { continueUrl: undefined }),
        }
      }),
    expected: {
      leadsOn: true,
      isLink: true,
      signedIn: 'ok',
      without: {
        status: 400,
        said: {
          error: 'Missing continueUrl query parameter',
          instructions: 'To sign in, append &continueUrl=YOUR_APP_URL to the link.',
        },
      },
    },
  },
  {
    method,
    what: 'a link with a missing or invalid part',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email } = await signUpWithPassword(service)
        await sendPasswordResetEmail(auth, email)
        const { oobLink } = await getLink(service, email)
        return {
          withoutKey: await follow(oobLink, { apiKey: undefined }),
          withoutCode: await follow(oobLink, { oobCode: undefined }),
          ofNoMode: await follow(oobLink, { mode: undefined }),
          ofAnotherMode: await follow(oobLink, { mode: 'verifyEmail' }),
          withAnotherCode: await follow(oobLink, { mode: 'verifyAndChangeEmail', oobCode: 'x' }),
          stillGood: (await follow(oobLink, { newPassword: otherPassword })).status,
        }
      }),
    expected: {
      withoutKey: {
        status: 400,
        said: {
          error: 'missing apiKey query parameter',
          instructions: 'Please modify the URL to specify an apiKey, such as ...&apiKey=YOUR_API_KEY',
        },
      },
      withoutCode: {
        status: 400,
        said: {
          error: 'missing oobCode query parameter',
          instructions: 'Please modify the URL to specify an oobCode, such as ...&oobCode=YOUR_OOB_CODE',
        },
      },
      ofNoMode: { status: 400, said: { error: 'Invalid mode' } },
      ofAnotherMode: {
        status: 400,
        said: {
          error: 'Your request to verify your email has expired or the link has already been used.',
          instructions: 'Try verifying your email again.',
        },
      },
      withAnotherCode: {
        status: 400,
        said: {
          error: 'Your request to change your email has expired or the link has already been used.',
          instructions: 'Try changing your email again.',
        },
      },
      stillGood: 200,
    },
  },
]
