import { signInAnonymously } from 'firebase/auth'

import { rejections, type Case } from '../case.ts'
import { call, factsOf, readToken, readTokenHeader, rejectionOf, withClient } from '../client.ts'
import { anonymousUser, signUpAnonymously } from '../users.ts'

const signUpCases: Case[] = [
  {
    method: 'accounts:signUp',
    title: 'creates an anonymous user',
    run: (service) =>
      withClient(service, async (auth) => {
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
      }),
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
  {
    method: 'accounts:signUp',
    title: 'a second anonymous sign-in returns the same user',
    run: (service) =>
      withClient(service, async (auth) => {
        const first = await signInAnonymously(auth)
        const second = await signInAnonymously(auth)
        const other = await withClient(service, signInAnonymously)
        return {
          isSame: first.user.uid === second.user.uid,
          isOtherUserInOtherClient: other.user.uid !== first.user.uid,
        }
      }),
    expected: { isSame: true, isOtherUserInOtherClient: true },
  },
  {
    method: 'accounts:signUp',
    title: 'an anonymous sign-up returns tokens and a user id',
    run: async (service) => {
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
  {
    method: 'accounts:signUp',
    title: 'the ID token has the claims of Firebase',
    run: async (service) => {
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
  ...rejections(
    'accounts:signUp',
    async (service, input) => rejectionOf(await call(service, '/v1/accounts:signUp', input)),
    {
      'an e-mail address that is a number': [{ email: 1, password: 'secret1' }, 'INVALID_ARGUMENT'],
      'a password that is a list': [{ email: 'a@example.com', password: ['secret1'] }, 'INVALID_ARGUMENT'],
      'a body that is a list': ['[]', 'INVALID_ARGUMENT'],
      'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
    },
  ),
]

export const anonymousSignUp: readonly Case[] = [...signUpCases]
