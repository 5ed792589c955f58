import { getAdditionalUserInfo, signInAnonymously, signInWithCustomToken } from 'firebase/auth'
import { SignJWT, UnsecuredJWT } from 'jose'

import { casesOf, rejections, type Case } from '../case.ts'
import { call, factsOf, outcomeOf, readToken } from '../client.ts'
import { anonymousUser, newEmail } from '../users.ts'

/** The audience of custom tokens. (firebase.google.com/docs/auth/admin/create-custom-tokens, "third-party JWT") */
const audience = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'

/** An unused user id. */
const newUid = () => `user-${newEmail()}`

const unsigned = (claims: Record<string, unknown>, aud = audience) => new UnsecuredJWT(claims).setAudience(aud).encode()

const ofToken = (payload: object) => ({ token: JSON.stringify(payload) })

export const customToken: readonly Case[] = [
  ...casesOf('accounts:signInWithCustomToken', {
    'creates a user, then signs the same user in': {
      async run({ auth }) {
        const uid = newUid()
        const signedIn = await signInWithCustomToken(auth, JSON.stringify({ uid, claims: { admin: true } }))
        const { isNewUser, providerId } = getAdditionalUserInfo(signedIn) ?? {}
        const { user } = signedIn
        const { firebase, admin } = readToken(await user.getIdToken())
        const refreshed = readToken(await user.getIdToken(true))['admin']
        const again = await signInWithCustomToken(auth, JSON.stringify({ uid }))
        const later = readToken(await again.user.getIdToken())['admin'] ?? null
        return {
          ...factsOf(user),
          isSameUser: user.uid === uid && again.user.uid === uid,
          isNewUser: [isNewUser, getAdditionalUserInfo(again)?.isNewUser],
          providerId,
          firebase,
          admin: [admin, refreshed, later],
        }
      },
      expected: {
        ...anonymousUser,
        isAnonymous: false,
        isSameUser: true,
        isNewUser: [true, false],
        providerId: null,
        firebase: { identities: {}, sign_in_provider: 'custom' },
        admin: [true, true, null],
      },
    },
    'accepts or rejects other kinds of token': {
      async run({ auth }) {
        const signIn = (token: string) => outcomeOf(signInWithCustomToken(auth, token))
        const { user } = await signInAnonymously(auth)
        const forged = new SignJWT({ uid: newUid() }).setProtectedHeader({ alg: 'HS256' }).setAudience(audience)
        return {
          unsigned: await signIn(unsigned({ uid: newUid() })),
          olderClaimName: await signIn(unsigned({ user_id: newUid() })),
          unknownSigner: await signIn(await forged.sign(new TextEncoder().encode('x'.repeat(32)))),
          otherAudience: await signIn(unsigned({ uid: newUid() }, 'other')),
          idToken: await signIn(await user.getIdToken()),
          invalid: await signIn('token'),
        }
      },
      expected: {
        unsigned: 'ok',
        olderClaimName: 'ok',
        unknownSigner: 'auth/invalid-custom-token',
        otherAudience: 'auth/invalid-custom-token',
        idToken: 'auth/invalid-custom-token',
        invalid: 'auth/invalid-custom-token',
      },
    },
    'turns an anonymous user into a permanent one with the same id': {
      async run({ auth }) {
        const { user } = await signInAnonymously(auth)
        const { uid } = user
        const signedIn = await signInWithCustomToken(auth, JSON.stringify({ uid }))
        return {
          isSame: signedIn.user.uid === uid,
          isNewUser: getAdditionalUserInfo(signedIn)?.isNewUser,
          isAnonymous: signedIn.user.isAnonymous,
        }
      },
      expected: { isSame: true, isNewUser: false, isAnonymous: false },
    },
    'returns tokens': {
      async run({ service }) {
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
  }),
  ...rejections('accounts:signInWithCustomToken', {
    'a missing token': [{}, 'MISSING_CUSTOM_TOKEN'],
    'an empty token': [{ token: '' }, 'MISSING_CUSTOM_TOKEN'],
    'an invalid token': [{ token: 'x' }, 'INVALID_CUSTOM_TOKEN'],
    'a token that is broken JSON': [{ token: '{' }, 'INVALID_CUSTOM_TOKEN'],
    'a token without a user id': [{ token: '{}' }, 'MISSING_IDENTIFIER'],
    'a token with an empty user id': [ofToken({ uid: '' }), 'MISSING_IDENTIFIER'],
    'a token with a list as its user id': [ofToken({ uid: ['x'] }), 'MISSING_IDENTIFIER'],
    'a user id that is too long': [ofToken({ uid: 'x'.repeat(129) }), 'INVALID_CUSTOM_TOKEN'],
    'claims that are a list': [ofToken({ uid: 'x', claims: [] }), 'INVALID_CLAIMS'],
    'claims that are null': [ofToken({ uid: 'x', claims: null }), 'INVALID_CLAIMS'],
    'reserved claims': [ofToken({ uid: 'x', claims: { sub: 'y' } }), 'FORBIDDEN_CLAIM'],
    'claims that are too large': [ofToken({ uid: 'x', claims: { a: 'x'.repeat(1_000) } }), 'CLAIMS_TOO_LARGE'],
    'a token that is an object': [{ token: {} }, 'INVALID_ARGUMENT'],
    'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
  }),
]
