import {
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  linkWithCredential,
  reload,
  signInAnonymously,
  signInWithEmailAndPassword,
} from 'firebase/auth'

import { casesOf, rejections, type Case } from '../case.ts'
import { call, factsOf, openClient, outcomeOf, readToken, readTokenHeader } from '../client.ts'
import { anonymousUser, newEmail, password, passwordUser, signUpAnonymously, signUpWithPassword } from '../users.ts'

/** The same letters in full width: they look different and mean the same. */
const toFullWidth = (email: string) =>
  email.replace(/^[a-z]+/, (name) =>
    name.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  )

export const signUp: readonly Case[] = [
  ...casesOf('accounts:signUp', {
    'creates an anonymous user': {
      async run({ auth }) {
        const { user, operationType, providerId } = await signInAnonymously(auth)
        const { signInProvider, claims } = await user.getIdTokenResult()
        const age = Date.now() - Date.parse(user.metadata.creationTime ?? '')
        return {
          ...factsOf(user),
          operationType,
          providerId,
          signInProvider,
          uid: /^[A-Za-z0-9]{28}$/.test(user.uid),
          isCurrentUser: auth.currentUser === user,
          isTokenSubject: claims.sub === user.uid && claims['user_id'] === user.uid,
          isCreatedNow: age > -2_000 && age < 10_000,
          signedInAtCreation: user.metadata.lastSignInTime === user.metadata.creationTime,
        }
      },
      expected: {
        ...anonymousUser,
        operationType: 'signIn',
        providerId: null,
        signInProvider: 'anonymous',
        uid: true,
        isCurrentUser: true,
        isTokenSubject: true,
        isCreatedNow: true,
        signedInAtCreation: true,
      },
    },
    'a second anonymous sign-in returns the same user': {
      async run({ service, auth }) {
        const first = await signInAnonymously(auth)
        const second = await signInAnonymously(auth)
        const other = openClient(service)
        const { user } = await signInAnonymously(other.auth)
        await other.close()
        return { isSame: first.user.uid === second.user.uid, isOtherUserInOtherClient: user.uid !== first.user.uid }
      },
      expected: { isSame: true, isOtherUserInOtherClient: true },
    },
    'an anonymous sign-up returns tokens and a user id': {
      async run({ service }) {
        const { status, body } = await call(service, '/v1/accounts:signUp', { returnSecureToken: true })
        return { status, fields: Object.keys(body).toSorted(), kind: body['kind'], expiresIn: body['expiresIn'] }
      },
      expected: {
        status: 200,
        fields: ['expiresIn', 'idToken', 'kind', 'localId', 'refreshToken'],
        kind: 'identitytoolkit#SignupNewUserResponse',
        expiresIn: '3600',
      },
    },
    'the ID token has the claims of Firebase': {
      async run({ service }) {
        const { localId, idToken } = await signUpAnonymously(service)
        const { iss, aud, sub, iat, exp, auth_time: signedInAt, ...rest } = readToken(idToken)
        const header = readTokenHeader(idToken)
        return {
          algorithm: header['alg'],
          type: header['typ'],
          hasProject: iss === `https://securetoken.google.com/${service.projectId}` && aud === service.projectId,
          isSameUser: sub === localId && rest['user_id'] === localId,
          lifetime: Number(exp) - Number(iat),
          isSignedInNow: Math.abs(Number(iat) - Number(signedInAt)) <= 1,
          otherClaims: Object.keys(rest).toSorted(),
          provider: rest['provider_id'],
          firebase: rest['firebase'],
        }
      },
      expected: {
        algorithm: 'RS256',
        type: 'JWT',
        hasProject: true,
        isSameUser: true,
        lifetime: 3600,
        isSignedInNow: true,
        otherClaims: ['firebase', 'provider_id', 'user_id'],
        provider: 'anonymous',
        firebase: { identities: {}, sign_in_provider: 'anonymous' },
      },
    },
    'creates a user with a password': {
      async run({ auth, email }) {
        const { user, operationType } = await createUserWithEmailAndPassword(auth, email, password)
        const claims = readToken(await user.getIdToken())
        const { email: claimed, email_verified: verified, firebase, provider_id: provider } = claims
        return { ...factsOf(user), operationType, claimed, verified, firebase, provider }
      },
      expected: {
        ...passwordUser,
        operationType: 'signIn',
        claimed: 'EMAIL',
        verified: false,
        firebase: { identities: { email: ['EMAIL'] }, sign_in_provider: 'password' },
      },
    },
    'a sign-up with a password returns tokens and the e-mail address': {
      async run({ service, email }) {
        const fields = { email, password, returnSecureToken: true }
        const { status, body } = await call(service, '/v1/accounts:signUp', fields)
        return { status, fields: Object.keys(body).toSorted(), kind: body['kind'], isAddress: body['email'] === email }
      },
      expected: {
        status: 200,
        fields: ['email', 'expiresIn', 'idToken', 'kind', 'localId', 'refreshToken'],
        kind: 'identitytoolkit#SignupNewUserResponse',
        isAddress: true,
      },
    },
    'adding a password to an anonymous user keeps the user id': {
      async run({ auth, email }) {
        const { user } = await signInAnonymously(auth)
        const { uid } = user
        const linked = await linkWithCredential(user, EmailAuthProvider.credential(email, password))
        const again = await outcomeOf(linkWithCredential(user, EmailAuthProvider.credential(newEmail(), password)))
        return { ...factsOf(linked.user), isSame: linked.user.uid === uid, again }
      },
      expected: { ...passwordUser, isSame: true, again: 'auth/provider-already-linked' },
    },
    'does not add the e-mail address of another account': {
      async run({ service, auth, email }) {
        await signUpWithPassword(service, email)
        const { user } = await signInAnonymously(auth)
        const linked = await outcomeOf(linkWithCredential(user, EmailAuthProvider.credential(email, 'secret2')))
        await reload(user)
        const owner = await outcomeOf(signInWithEmailAndPassword(auth, email, password))
        return { linked, ...factsOf(user), owner }
      },
      expected: { linked: 'auth/email-already-in-use', ...anonymousUser, owner: 'ok' },
    },
    'reports an invalid or used e-mail address or password to the client': {
      async run({ service, auth, email }) {
        await signUpWithPassword(service, email)
        const attempt = (address: string, secret: string) =>
          outcomeOf(createUserWithEmailAndPassword(auth, address, secret))
        return {
          taken: await attempt(email, password),
          takenInCapitals: await attempt(email.toUpperCase(), password),
          noAddress: await attempt('', password),
          badAddress: await attempt('knitter', password),
          noPassword: await attempt(newEmail(), ''),
          shortPassword: await attempt(newEmail(), '12345'),
          isSignedIn: auth.currentUser !== null,
        }
      },
      expected: {
        taken: 'auth/email-already-in-use',
        takenInCapitals: 'auth/email-already-in-use',
        noAddress: 'auth/missing-email',
        badAddress: 'auth/invalid-email',
        noPassword: 'auth/missing-password',
        shortPassword: 'auth/weak-password',
        isSignedIn: false,
      },
    },
    'treats two Unicode spellings as one e-mail address': {
      async run({ auth, email }) {
        await createUserWithEmailAndPassword(auth, email, password)
        return {
          again: await outcomeOf(createUserWithEmailAndPassword(auth, toFullWidth(email), password)),
          signIn: await outcomeOf(signInWithEmailAndPassword(auth, toFullWidth(email), password)),
        }
      },
      expected: { again: 'auth/email-already-in-use', signIn: 'ok' },
    },
  }),
  ...rejections('accounts:signUp', {
    'an e-mail address that is a number': [{ email: 1, password: 'secret1' }, 'INVALID_ARGUMENT'],
    'a password that is a list': [{ email: 'a@example.com', password: ['secret1'] }, 'INVALID_ARGUMENT'],
    'a body that is a list': ['[]', 'INVALID_ARGUMENT'],
    'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
    'a password without an e-mail address': [{ password }, 'MISSING_EMAIL'],
    'an e-mail address without a password': [{ email: 'a@example.com' }, 'MISSING_PASSWORD'],
    'an ID token without an e-mail address': [{ idToken: 'x' }, 'MISSING_EMAIL'],
    'a forged ID token': [{ idToken: 'x', email: 'b@example.com', password }, 'INVALID_ID_TOKEN'],
    'a user id from the client': [{ localId: 'me' }, 'UNEXPECTED_PARAMETER'],
    'an e-mail address with a space': [{ email: newEmail().replace('.', ' '), password }, 'INVALID_EMAIL'],
    'two e-mail addresses': [{ email: 'a@example.com,b@example.com', password }, 'INVALID_EMAIL'],
  }),
  ...casesOf('accounts:lookup', {
    'returns a user with a password': {
      async run({ service, email }) {
        const { idToken } = await signUpWithPassword(service, email)
        const { body } = await call(service, '/v1/accounts:lookup', { idToken })
        const [user = {}] = body['users'] as Record<string, unknown>[]
        const { providerUserInfo, emailVerified, validSince, passwordUpdatedAt } = user
        return {
          fields: Object.keys(user).toSorted(),
          providerUserInfo,
          emailVerified,
          validSince: typeof validSince,
          passwordUpdatedAt: typeof passwordUpdatedAt,
        }
      },
      expected: {
        fields: [
          'createdAt',
          'email',
          'emailVerified',
          'lastLoginAt',
          'lastRefreshAt',
          'localId',
          'passwordHash',
          'passwordUpdatedAt',
          'providerUserInfo',
          'validSince',
        ],
        providerUserInfo: [{ providerId: 'password', email: 'EMAIL', federatedId: 'EMAIL', rawId: 'EMAIL' }],
        emailVerified: false,
        validSince: 'string',
        passwordUpdatedAt: 'number',
      },
    },
  }),
  ...casesOf('accounts:delete', {
    'an e-mail address can be used again after its account was deleted': {
      async run({ auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await deleteUser(user)
        return {
          signIn: await outcomeOf(signInWithEmailAndPassword(auth, email, password)),
          signUp: await outcomeOf(createUserWithEmailAndPassword(auth, email, password)),
        }
      },
      expected: { signIn: 'auth/invalid-credential', signUp: 'ok' },
    },
  }),
]
