import { deleteUser, reload, signInAnonymously } from 'firebase/auth'

import { refusals } from '../case.ts'
import type { Case, CaseGroup } from '../case.ts'
import { call, callToken, factsOf, outcomeOf, readToken, refusalOf, withClient } from '../client.ts'
import type { Service } from '../service.ts'

interface SignedIn {
  readonly localId: string
  readonly idToken: string
  readonly refreshToken: string
}

async function signUp(service: Service): Promise<SignedIn> {
  return (await call(service, '/v1/accounts:signUp', { returnSecureToken: true })).body as unknown as SignedIn
}

const nobody = {
  isAnonymous: true,
  email: null,
  emailVerified: false,
  displayName: null,
  phoneNumber: null,
  photoURL: null,
  tenantId: null,
  providers: [],
}

const signUpCases: Case[] = [
  {
    method: 'accounts:signUp',
    what: 'an anonymous user, as the client has them',
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
    what: 'whoever is signed in anonymously stays the same user',
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
      const { localId, idToken } = await signUp(service)
      const { iss, aud, sub, iat, exp, auth_time: signedInAt, ...rest } = readToken(idToken)
      const header = readToken(idToken, 0)
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
      'no JSON': ['{', 'INVALID_ARGUMENT'],
    },
  ),
]

const lookupCases: Case[] = [
  {
    method: 'accounts:lookup',
    what: 'the client looks its user up again',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInAnonymously(auth)
        const outcome = await outcomeOf(reload(user))
        return { outcome, ...factsOf(user) }
      }),
    expected: { outcome: 'ok', ...nobody },
  },
  {
    method: 'accounts:lookup',
    what: 'the answer',
    run: async (service) => {
      const { localId, idToken } = await signUp(service)
      const { status, body } = await call(service, '/v1/accounts:lookup', { idToken })
      const [user = {}] = body['users'] as Record<string, unknown>[]
      return {
        status,
        kind: body['kind'],
        isTheirs: user['localId'] === localId,
        fields: Object.keys(user).toSorted(),
        times: [user['createdAt'], user['lastLoginAt']].map((time) => /^\d{13}$/.test(String(time))),
        refreshedAt: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(user['lastRefreshAt'])),
      }
    },
    expected: {
      status: 200,
      kind: 'identitytoolkit#GetAccountInfoResponse',
      isTheirs: true,
      fields: ['createdAt', 'lastLoginAt', 'lastRefreshAt', 'localId'],
      times: [true, true],
      refreshedAt: true,
    },
  },
  {
    method: 'accounts:lookup',
    what: 'a user whose account is gone',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInAnonymously(auth)
        await call(service, '/v1/accounts:delete', { idToken: await user.getIdToken() })
        return { outcome: await outcomeOf(reload(user)), isSignedOut: auth.currentUser === null }
      }),
    expected: { outcome: 'auth/user-token-expired', isSignedOut: true },
  },
  ...refusals(
    'accounts:lookup',
    async (service, input) => refusalOf(await call(service, '/v1/accounts:lookup', input)),
    {
      'no ID token': [{}, 'MISSING_ID_TOKEN'],
      'an empty ID token': [{ idToken: '' }, 'MISSING_ID_TOKEN'],
      'an ID token that is none': [{ idToken: 'token' }, 'INVALID_ID_TOKEN'],
      'an ID token that is an object': [{ idToken: {} }, 'INVALID_ARGUMENT'],
      'an unsigned ID token': [{ idToken: unsigned({ user_id: 'x', firebase: {} }) }, 'INVALID_ID_TOKEN'],
    },
  ),
]

const deleteCases: Case[] = [
  {
    method: 'accounts:delete',
    what: 'the client removes its user',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInAnonymously(auth)
        const outcome = await outcomeOf(deleteUser(user))
        return { outcome, isSignedOut: auth.currentUser === null }
      }),
    expected: { outcome: 'ok', isSignedOut: true },
  },
  {
    method: 'accounts:delete',
    what: 'the answer, and the one to a second time',
    run: async (service) => {
      const { idToken } = await signUp(service)
      const first = await call(service, '/v1/accounts:delete', { idToken })
      const second = await call(service, '/v1/accounts:delete', { idToken })
      return { status: first.status, body: first.body, again: refusalOf(second) }
    },
    expected: {
      status: 200,
      body: { kind: 'identitytoolkit#DeleteAccountResponse' },
      again: { status: 400, code: 'USER_NOT_FOUND' },
    },
  },
  ...refusals(
    'accounts:delete',
    async (service, input) => refusalOf(await call(service, '/v1/accounts:delete', input)),
    {
      'no ID token': [{}, 'MISSING_ID_TOKEN'],
      'an ID token that is none': [{ idToken: 'token' }, 'INVALID_ID_TOKEN'],
      'an ID token that is a number': [{ idToken: 7 }, 'INVALID_ARGUMENT'],
      'somebody else’s uid': [{ localId: 'x'.repeat(28) }, 'MISSING_ID_TOKEN'],
    },
  ),
]

const tokenCases: Case[] = [
  {
    method: 'token',
    what: 'the client gets a new token',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInAnonymously(auth)
        const { refreshToken } = user
        const before = readToken(await user.getIdToken())
        const after = readToken(await user.getIdToken(true))
        return {
          isSameUser: before['sub'] === after['sub'],
          isSameSignIn: before['auth_time'] === after['auth_time'],
          isSameRefreshToken: user.refreshToken === refreshToken,
          claims: Object.keys(after).toSorted(),
        }
      }),
    expected: {
      isSameUser: true,
      isSameSignIn: true,
      isSameRefreshToken: true,
      claims: ['aud', 'auth_time', 'exp', 'firebase', 'iat', 'iss', 'provider_id', 'sub', 'user_id'],
    },
  },
  {
    method: 'token',
    what: 'the answer',
    run: async (service) => {
      const { localId, refreshToken } = await signUp(service)
      const { status, body } = await callToken(service, { grant_type: 'refresh_token', refresh_token: refreshToken })
      return {
        status,
        fields: Object.keys(body).toSorted(),
        isTheirs: body['user_id'] === localId,
        isOneToken: body['id_token'] === body['access_token'],
        expiresIn: body['expires_in'],
        type: body['token_type'],
        isOfProject: body['project_id'] === service.projectId,
      }
    },
    expected: {
      status: 200,
      fields: ['access_token', 'expires_in', 'id_token', 'project_id', 'refresh_token', 'token_type', 'user_id'],
      isTheirs: true,
      isOneToken: true,
      expiresIn: '3600',
      type: 'Bearer',
      isOfProject: true,
    },
  },
  {
    method: 'token',
    what: 'a user whose account is gone',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInAnonymously(auth)
        await call(service, '/v1/accounts:delete', { idToken: await user.getIdToken() })
        return { outcome: await outcomeOf(user.getIdToken(true)), isSignedOut: auth.currentUser === null }
      }),
    expected: { outcome: 'auth/user-token-expired', isSignedOut: true },
  },
  ...refusals('token', async (service, input) => refusalOf(await callToken(service, input as Record<string, string>)), {
    'nothing at all': [{}, 'MISSING_GRANT_TYPE'],
    'another kind of grant': [{ grant_type: 'authorization_code', refresh_token: 'x' }, 'INVALID_GRANT_TYPE'],
    'no refresh token': [{ grant_type: 'refresh_token' }, 'MISSING_REFRESH_TOKEN'],
    'an empty refresh token': [{ grant_type: 'refresh_token', refresh_token: '' }, 'MISSING_REFRESH_TOKEN'],
    'a refresh token that is none': [{ grant_type: 'refresh_token', refresh_token: 'x' }, 'INVALID_REFRESH_TOKEN'],
  }),
]

function unsigned(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
}

export const anonymous: CaseGroup = {
  needs: ['POST /v1/accounts:signUp', 'POST /v1/accounts:lookup', 'POST /v1/accounts:delete', 'POST /v1/token'],
  cases: [...signUpCases, ...lookupCases, ...deleteCases, ...tokenCases],
}
