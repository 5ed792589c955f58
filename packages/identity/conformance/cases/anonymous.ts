import { signInAnonymously } from 'firebase/auth'

import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, factsOf, readToken, readTokenHeader, refusalOf, withClient } from '../client.ts'
import { nobody, signUpAnonymously } from '../people.ts'

const signUpCases: Case[] = [
  {
    method: 'accounts:signUp',
    what: 'an anonymous user in the client',
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
          isTokensUser: claims.sub === user.uid && claims['user_id'] === user.uid,
          wasMadeNow: age > -2_000 && age < 10_000,
          signedInWhenMade: user.metadata.lastSignInTime === user.metadata.creationTime,
        }
      }),
    expected: {
      ...nobody,
      operationType: 'signIn',
      providerId: null,
      signInProvider: 'anonymous',
      uid: true,
      isCurrentUser: true,
      isTokensUser: true,
      wasMadeNow: true,
      signedInWhenMade: true,
    },
  },
  {
    method: 'accounts:signUp',
    what: 'an anonymous user who signs in anonymously again stays the same user',
    run: (service) =>
      withClient(service, async (auth) => {
        const first = await signInAnonymously(auth)
        const second = await signInAnonymously(auth)
        const other = await withClient(service, signInAnonymously)
        return { isSame: first.user.uid === second.user.uid, isOtherInOther: other.user.uid !== first.user.uid }
      }),
    expected: { isSame: true, isOtherInOther: true },
  },
  {
    method: 'accounts:signUp',
    what: 'the answer',
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
    what: 'the ID token',
    run: async (service) => {
      const { localId, idToken } = await signUpAnonymously(service)
      const { iss, aud, sub, iat, exp, auth_time: signedInAt, ...rest } = readToken(idToken)
      const header = readTokenHeader(idToken)
      return {
        algorithm: header['alg'],
        type: header['typ'],
        isOfProject: iss === `https://securetoken.google.com/${service.projectId}` && aud === service.projectId,
        isTheirs: sub === localId && rest['user_id'] === localId,
        lifetime: Number(exp) - Number(iat),
        isSignedInNow: Math.abs(Number(iat) - Number(signedInAt)) <= 1,
        others: Object.keys(rest).toSorted(),
        provider: rest['provider_id'],
        firebase: rest['firebase'],
      }
    },
    expected: {
      algorithm: 'RS256',
      type: 'JWT',
      isOfProject: true,
      isTheirs: true,
      lifetime: 3600,
      isSignedInNow: true,
      others: ['firebase', 'provider_id', 'user_id'],
      provider: 'anonymous',
      firebase: { identities: {}, sign_in_provider: 'anonymous' },
    },
  },
  ...refusals(
    'accounts:signUp',
    async (service, input) => refusalOf(await call(service, '/v1/accounts:signUp', input)),
    {
      'an address that is a number': [{ email: 1, password: 'secret1' }, 'INVALID_ARGUMENT'],
      'a password that is a list': [{ email: 'a@example.com', password: ['secret1'] }, 'INVALID_ARGUMENT'],
      'a list': ['[]', 'INVALID_ARGUMENT'],
      'invalid JSON': ['{', 'INVALID_ARGUMENT'],
    },
  ),
]

export const anonymous: readonly Case[] = [...signUpCases]
