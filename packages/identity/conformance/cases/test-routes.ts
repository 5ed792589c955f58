import {
  createUserWithEmailAndPassword,
  fetchSignInMethodsForEmail,
  reload,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
} from 'firebase/auth'

import type { Case } from '../case.ts'
import { call, callTestRoute, outcomeOf, protectAddresses, withClient } from '../client.ts'
import { listLinks } from '../codes.ts'
import { newEmail, password, signUpWithPassword, withoutAddress } from '../people.ts'
import type { Service } from '../service.ts'

/** Allows e-mail enumeration while `use` runs. */
async function withoutProtection<T>(service: Service, use: () => Promise<T>): Promise<T> {
  await protectAddresses(service, false)
  try {
    return await use()
  } finally {
    await protectAddresses(service, true)
  }
}

export const testRoutes: readonly Case[] = [
  {
    method: 'GET oobCodes',
    what: 'a link that was sent, until it is used',
    run: async (service) => {
      const { email } = await signUpWithPassword(service)
      await call(service, '/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
      const [link = { oobLink: '', oobCode: '' }] = await listLinks(service, email)
      const { oobCode, oobLink } = link
      await call(service, '/v1/accounts:resetPassword', { oobCode, newPassword: 'secret2' })
      const facts = {
        link: { ...link, oobCode: typeof oobCode, oobLink: oobLink.includes(oobCode) },
        isOfService: new URL(oobLink).port === new URL(service.origin).port,
        path: new URL(oobLink).pathname,
        left: await listLinks(service, email),
      }
      return withoutAddress(facts, email)
    },
    expected: {
      link: { email: 'EMAIL', requestType: 'PASSWORD_RESET', oobCode: 'string', oobLink: true },
      isOfService: true,
      path: '/emulator/action',
      left: [],
    },
  },
  {
    method: 'GET verificationCodes',
    what: 'verification codes, when no phone number was used',
    run: async (service) => {
      const { status, body } = await callTestRoute(service, 'GET', 'verificationCodes')
      return { status, fields: Object.keys(body) }
    },
    expected: { status: 200, fields: ['verificationCodes'] },
  },
  {
    method: 'GET config',
    what: 'the configuration',
    run: async (service) => {
      const { status, body } = await callTestRoute(service, 'GET', 'config')
      return { status, body }
    },
    expected: {
      status: 200,
      body: {
        signIn: { allowDuplicateEmails: false },
        emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
      },
    },
  },
  {
    method: 'PATCH config',
    what: 'e-mail enumeration is allowed',
    run: (service) =>
      withoutProtection(service, () =>
        withClient(service, async (auth) => {
          const email = newEmail()
          const stranger = newEmail()
          await createUserWithEmailAndPassword(auth, email, password)
          const continueUri = 'http://localhost'
          const ask = async (identifier: string) => {
            const { body } = await call(service, '/v1/accounts:createAuthUri', {
              identifier,
              continueUri,
              sessionId: 's',
            })
            return body
          }
          return {
            methods: await fetchSignInMethodsForEmail(auth, email),
            noMethods: await fetchSignInMethodsForEmail(auth, stranger),
            answer: await ask(email),
            answerOfNobody: await ask(stranger),
            wrongPassword: await outcomeOf(signInWithEmailAndPassword(auth, email, 'secret2')),
            nobody: await outcomeOf(signInWithEmailAndPassword(auth, stranger, password)),
            reset: await outcomeOf(sendPasswordResetEmail(auth, email)),
            resetOfNobody: await outcomeOf(sendPasswordResetEmail(auth, stranger)),
          }
        }),
      ),
    expected: {
      methods: ['password'],
      noMethods: [],
      answer: {
        kind: 'identitytoolkit#CreateAuthUriResponse',
        registered: true,
        allProviders: ['password'],
        sessionId: 's',
        signinMethods: ['password'],
      },
      answerOfNobody: {
        kind: 'identitytoolkit#CreateAuthUriResponse',
        registered: false,
        allProviders: [],
        sessionId: 's',
        signinMethods: [],
      },
      wrongPassword: 'auth/wrong-password',
      nobody: 'auth/user-not-found',
      reset: 'ok',
      resetOfNobody: 'auth/user-not-found',
    },
  },
  {
    method: 'PATCH config',
    what: 'several accounts with one address',
    run: async (service) => {
      const { status } = await callTestRoute(service, 'PATCH', 'config', { signIn: { allowDuplicateEmails: true } })
      const back = await callTestRoute(service, 'PATCH', 'config', { signIn: { allowDuplicateEmails: false } })
      return { status, back: back.status }
    },
    expected: { status: 200, back: 200 },
  },
  {
    method: 'DELETE accounts',
    what: 'deleting all accounts',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email } = await signUpWithPassword(service)
        const { user } = await signInAnonymously(auth)
        const { status, body } = await callTestRoute(service, 'DELETE', 'accounts')
        return {
          status,
          body,
          signedIn: await outcomeOf(reload(user)),
          isSignedOut: auth.currentUser === null,
          byPassword: await outcomeOf(signInWithEmailAndPassword(auth, email, password)),
        }
      }),
    expected: {
      status: 200,
      body: {},
      signedIn: 'auth/user-token-expired',
      isSignedOut: true,
      byPassword: 'auth/invalid-credential',
    },
  },
]
