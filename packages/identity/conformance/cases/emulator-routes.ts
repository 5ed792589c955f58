import {
  createUserWithEmailAndPassword,
  fetchSignInMethodsForEmail,
  reload,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
} from 'firebase/auth'

import { casesOf, type Case } from '../case.ts'
import { call, callEmulatorRoute, outcomeOf, setEnumerationProtection } from '../client.ts'
import { listLinks, password, signUpWithPassword } from '../users.ts'

/** The page's. */
declare const location: { readonly origin: string }

export const emulatorRoutes: readonly Case[] = [
  ...casesOf('GET oobCodes', {
    'lists a link until it is used': {
      async run({ service, email }) {
        await signUpWithPassword(service, email)
        await call(service, '/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
        const [link = { oobLink: '', oobCode: '' }] = await listLinks(service, email)
        const { oobCode, oobLink } = link
        await call(service, '/v1/accounts:resetPassword', { oobCode, newPassword: 'secret2' })
        return {
          link: { ...link, oobCode: typeof oobCode, oobLink: oobLink.includes(oobCode) },
          isOfService: new URL(oobLink).port === new URL(service.origin).port,
          path: new URL(oobLink).pathname,
          left: await listLinks(service, email),
        }
      },
      expected: {
        link: { email: 'EMAIL', requestType: 'PASSWORD_RESET', oobCode: 'string', oobLink: true },
        isOfService: true,
        path: '/emulator/action',
        left: [],
      },
    },
  }),
  ...casesOf('GET verificationCodes', {
    'returns an empty list': {
      async run({ service }) {
        const { status, body } = await callEmulatorRoute(service, 'GET', 'verificationCodes')
        return { status, fields: Object.keys(body) }
      },
      expected: { status: 200, fields: ['verificationCodes'] },
    },
  }),
  ...casesOf('GET config', {
    'returns the settings': {
      async run({ service }) {
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
  }),
  ...casesOf('PATCH config', {
    'turns protection against e-mail enumeration off': {
      async run({ service, auth, email, other: unknown }) {
        await createUserWithEmailAndPassword(auth, email, password)
        const createAuthUri = async (identifier: string) => {
          const fields = { identifier, continueUri: 'http://localhost', sessionId: 's' }
          return (await call(service, '/v1/accounts:createAuthUri', fields)).body
        }
        await setEnumerationProtection(service, false)
        try {
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
        } finally {
          await setEnumerationProtection(service, true)
        }
      },
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
    'accepts several accounts with one e-mail address': {
      async run({ service }) {
        const { status } = await callEmulatorRoute(service, 'PATCH', 'config', {
          signIn: { allowDuplicateEmails: true },
        })
        const back = await callEmulatorRoute(service, 'PATCH', 'config', { signIn: { allowDuplicateEmails: false } })
        return { status, back: back.status }
      },
      expected: { status: 200, back: 200 },
    },
  }),
  ...casesOf('DELETE accounts', {
    'deletes every account': {
      async run({ service, auth, email }) {
        await signUpWithPassword(service, email)
        const { user } = await signInAnonymously(auth)
        const { status, body } = await callEmulatorRoute(service, 'DELETE', 'accounts')
        return {
          status,
          body,
          signedIn: await outcomeOf(reload(user)),
          isSignedOut: auth.currentUser === null,
          byPassword: await outcomeOf(signInWithEmailAndPassword(auth, email, password)),
        }
      },
      expected: {
        status: 200,
        body: {},
        signedIn: 'auth/user-token-expired',
        isSignedOut: true,
        byPassword: 'auth/invalid-credential',
      },
    },
  }),
  ...casesOf('cross-origin page', {
    'the client can sign in, refresh and reload its user': {
      browserOnly: true,
      isCrossOrigin: true,
      async run({ service, auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        return {
          isOtherOrigin: location.origin !== service.origin,
          rejected: await outcomeOf(signInWithEmailAndPassword(auth, email, 'secret2')),
          refreshed: await outcomeOf(user.getIdToken(true)),
          reloaded: await outcomeOf(reload(user)),
        }
      },
      expected: { isOtherOrigin: true, rejected: 'auth/invalid-credential', refreshed: 'ok', reloaded: 'ok' },
    },
    'the emulator routes accept requests': {
      browserOnly: true,
      isCrossOrigin: true,
      async run({ service }) {
        const config = { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }
        const { status, body } = await callEmulatorRoute(service, 'PATCH', 'config', config)
        const links = await callEmulatorRoute(service, 'GET', 'oobCodes')
        return { status, config: body['emailPrivacyConfig'], links: links.status }
      },
      expected: { status: 200, config: { enableImprovedEmailPrivacy: true }, links: 200 },
    },
  }),
]
