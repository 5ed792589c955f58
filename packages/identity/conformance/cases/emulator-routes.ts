import {
  createUserWithEmailAndPassword,
  fetchSignInMethodsForEmail,
  reload,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
} from 'firebase/auth'

import { listLinks } from '../action-links.ts'
import type { Case } from '../case.ts'
import { call, callEmulatorRoute, outcomeOf, setEnumerationProtection, withClient } from '../client.ts'
import type { Service } from '../service.ts'
import { newEmail, password, signUpWithPassword, maskEmail } from '../users.ts'

/** Turns protection against e-mail enumeration off while `use` runs. */
async function withoutEnumerationProtection<T>(service: Service, use: () => Promise<T>): Promise<T> {
  await setEnumerationProtection(service, false)
  try {
    return await use()
  } finally {
    await setEnumerationProtection(service, true)
  }
}

export const emulatorRoutes: readonly Case[] = [
  {
    method: 'GET oobCodes',
    title: 'lists a link until it is used',
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
      return maskEmail(facts, email)
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
    title: 'returns an empty list',
    run: async (service) => {
      const { status, body } = await callEmulatorRoute(service, 'GET', 'verificationCodes')
      return { status, fields: Object.keys(body) }
    },
    expected: { status: 200, fields: ['verificationCodes'] },
  },
  {
    method: 'GET config',
    title: 'returns the settings',
    run: async (service) => {
      const { status, body } = await callEmulatorRoute(service, 'GET', 'config')
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
    title: 'turns protection against e-mail enumeration off',
    run: (service) =>
      withoutEnumerationProtection(service, () =>
        withClient(service, async (auth) => {
          const email = newEmail()
          const unknown = newEmail()
          await createUserWithEmailAndPassword(auth, email, password)
          const continueUri = 'http://localhost'
          const createAuthUri = async (identifier: string) => {
            const { body } = await call(service, '/v1/accounts:createAuthUri', {
              identifier,
              continueUri,
              sessionId: 's',
            })
            return body
          }
          return {
            methods: await fetchSignInMethodsForEmail(auth, email),
            noMethods: await fetchSignInMethodsForEmail(auth, unknown),
            answer: await createAuthUri(email),
            unknownAnswer: await createAuthUri(unknown),
            wrongPassword: await outcomeOf(signInWithEmailAndPassword(auth, email, 'secret2')),
            unknownSignIn: await outcomeOf(signInWithEmailAndPassword(auth, unknown, password)),
            reset: await outcomeOf(sendPasswordResetEmail(auth, email)),
            unknownReset: await outcomeOf(sendPasswordResetEmail(auth, unknown)),
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
      unknownAnswer: {
        kind: 'identitytoolkit#CreateAuthUriResponse',
        registered: false,
        allProviders: [],
        sessionId: 's',
        signinMethods: [],
      },
      wrongPassword: 'auth/wrong-password',
      unknownSignIn: 'auth/user-not-found',
      reset: 'ok',
      unknownReset: 'auth/user-not-found',
    },
  },
  {
    method: 'PATCH config',
    title: 'accepts several accounts with one e-mail address',
    run: async (service) => {
      const { status } = await callEmulatorRoute(service, 'PATCH', 'config', { signIn: { allowDuplicateEmails: true } })
      const back = await callEmulatorRoute(service, 'PATCH', 'config', { signIn: { allowDuplicateEmails: false } })
      return { status, back: back.status }
    },
    expected: { status: 200, back: 200 },
  },
  {
    method: 'DELETE accounts',
    title: 'deletes every account',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email } = await signUpWithPassword(service)
        const { user } = await signInAnonymously(auth)
        const { status, body } = await callEmulatorRoute(service, 'DELETE', 'accounts')
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
