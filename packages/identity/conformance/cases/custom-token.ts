import { getAdditionalUserInfo, signInAnonymously, signInWithCustomToken } from 'firebase/auth'
import { SignJWT, UnsecuredJWT } from 'jose'

import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, factsOf, outcomeOf, readToken, refusalOf, withClient } from '../client.ts'
import { newEmail, nobody } from '../people.ts'

/** The audience of custom tokens (firebase.google.com/docs/auth/admin/create-custom-tokens, "third-party JWT"). */
const audience = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'

/** An unused id. */
const newUid = () => `maker-${newEmail()}`
const unsigned = (claims: Record<string, unknown>, aud = audience) => new UnsecuredJWT(claims).setAudience(aud).encode()

const signIns: Case[] = [
  {
    method: 'accounts:signInWithCustomToken',
    what: 'a new user who signs in again',
    run: (service) =>
      withClient(service, async (auth) => {
        const uid = newUid()
        const signedIn = await signInWithCustomToken(auth, JSON.stringify({ uid, claims: { maker: true } }))
        const { isNewUser, providerId } = getAdditionalUserInfo(signedIn) ?? {}
        const { user } = signedIn
        const { firebase, maker } = readToken(await user.getIdToken())
        const refreshed = readToken(await user.getIdToken(true))['maker']
        const again = await signInWithCustomToken(auth, JSON.stringify({ uid }))
        const later = readToken(await again.user.getIdToken())['maker'] ?? null
        return {
          ...factsOf(user),
          isTheirs: user.uid === uid && again.user.uid === uid,
          isNewUser: [isNewUser, getAdditionalUserInfo(again)?.isNewUser],
          providerId,
          firebase,
          maker: [maker, refreshed, later],
        }
      }),
    expected: {
      ...nobody,
      isAnonymous: false,
      isTheirs: true,
      isNewUser: [true, false],
      providerId: null,
      firebase: { identities: {}, sign_in_provider: 'custom' },
      maker: [true, true, null],
    },
  },
  {
    method: 'accounts:signInWithCustomToken',
    what: 'tokens of other kinds',
    run: (service) =>
      withClient(service, async (auth) => {
        const signIn = (token: string) => outcomeOf(signInWithCustomToken(auth, token))
        const { user } = await signInAnonymously(auth)
        const forged = new SignJWT({ uid: newUid() }).setProtectedHeader({ alg: 'HS256' }).setAudience(audience)
        return {
          unsigned: await signIn(unsigned({ uid: newUid() })),
          byOlderName: await signIn(unsigned({ user_id: newUid() })),
          ofUnknownSigner: await signIn(await forged.sign(new TextEncoder().encode('x'.repeat(32)))),
          forOthers: await signIn(unsigned({ uid: newUid() }, 'somebody else')),
          idToken: await signIn(await user.getIdToken()),
          none: await signIn('token'),
        }
      }),
    expected: {
      unsigned: 'ok',
      byOlderName: 'ok',
      ofUnknownSigner: 'auth/invalid-custom-token',
      forOthers: 'auth/invalid-custom-token',
      idToken: 'auth/invalid-custom-token',
      none: 'auth/invalid-custom-token',
    },
  },
  {
    method: 'accounts:signInWithCustomToken',
    what: 'an anonymous user who becomes a maker with the same id',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInAnonymously(auth)
        const { uid } = user
        const signedIn = await signInWithCustomToken(auth, JSON.stringify({ uid }))
        return {
          isSame: signedIn.user.uid === uid,
          isNewUser: getAdditionalUserInfo(signedIn)?.isNewUser,
          isAnonymous: signedIn.user.isAnonymous,
        }
      }),
    expected: { isSame: true, isNewUser: false, isAnonymous: false },
  },
  {
    method: 'accounts:signInWithCustomToken',
    what: 'the answer',
    run: async (service) => {
      const token = JSON.stringify({ uid: newUid() })
      const { status, body } = await call(service, '/v1/accounts:signInWithCustomToken', { token })
      const { kind, isNewUser, expiresIn } = body
      return { status, fields: Object.keys(body).toSorted(), kind, isNewUser, expiresIn }
    },
    expected: {
      status: 200,
      fields: ['expiresIn', 'idToken', 'isNewUser', 'kind', 'refreshToken'],
      kind: 'identitytoolkit#VerifyCustomTokenResponse',
      isNewUser: true,
      expiresIn: '3600',
    },
  },
]

const ofToken = (payload: object) => ({ token: JSON.stringify(payload) })

const refused = refusals(
  'accounts:signInWithCustomToken',
  async (service, input) => refusalOf(await call(service, '/v1/accounts:signInWithCustomToken', input)),
  {
    'no token': [{}, 'MISSING_CUSTOM_TOKEN'],
    'an empty token': [{ token: '' }, 'MISSING_CUSTOM_TOKEN'],
    'an invalid token': [{ token: 'x' }, 'INVALID_CUSTOM_TOKEN'],
    'a token that is broken JSON': [{ token: '{' }, 'INVALID_CUSTOM_TOKEN'],
    'a token without a user id': [{ token: '{}' }, 'MISSING_IDENTIFIER'],
    'a token with an empty user id': [ofToken({ uid: '' }), 'MISSING_IDENTIFIER'],
    'a token with a list as its user id': [ofToken({ uid: ['x'] }), 'MISSING_IDENTIFIER'],
    'an id that is too long': [ofToken({ uid: 'x'.repeat(129) }), 'INVALID_CUSTOM_TOKEN'],
    'claims that are a list': [ofToken({ uid: 'x', claims: [] }), 'INVALID_CLAIMS'],
    'claims that are null': [ofToken({ uid: 'x', claims: null }), 'INVALID_CLAIMS'],
    'reserved claims': [ofToken({ uid: 'x', claims: { sub: 'y' } }), 'FORBIDDEN_CLAIM'],
    'claims that are too large': [ofToken({ uid: 'x', claims: { a: 'x'.repeat(1_000) } }), 'CLAIMS_TOO_LARGE'],
    'a token that is an object': [{ token: {} }, 'INVALID_ARGUMENT'],
    'invalid JSON': ['{', 'INVALID_ARGUMENT'],
  },
)

export const customToken: readonly Case[] = [...signIns, ...refused]
