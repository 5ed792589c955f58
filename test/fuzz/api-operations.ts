import { methods } from '../../packages/identity/src/methods.ts'
import { fullItem } from '../../src/domain/test-support.ts'

/** A method of an API and its fields. */
export interface Operation {
  readonly method: string
  /** Placeholders such as `{itemId}` are replaced when the request is sent. */
  readonly path: string
  /** How the fields are sent: in a body or, without one, in the query. */
  readonly form: 'json' | 'form' | 'query' | 'photo'
  /** Valid values by field. */
  readonly fields: Readonly<Record<string, string | number | boolean | object | null>>
}

const item = { ...fullItem, price: '12,500' }

const search = {
  q: 'beanie',
  category: 'Hats',
  size: 'M',
  color: 'ivory',
  available: '1',
  min: '1',
  max: '99999',
  sort: 'price',
  after: '1.2',
  before: '',
  limit: '5',
}

const shopSettings = {
  name: 'Wool & Co',
  whatsapp: '077 123 4567',
  instagram: '@mywool',
  eyebrow: 'New',
  headline: 'Warm.',
  sub: 'From Kandy.',
  place: 'Kandy',
  about: 'I knit.',
  delivery: 'By post.',
  care: 'Wash cold.',
  replyTime: 'Replies today.',
  deliveryLine: '3 days, LKR 400.',
  knittedIn: 'Knitted in Kandy.',
  weeksToMake: 3,
  aboutPhoto: null,
  sharePhoto: null,
  heroPhoto: null,
  heroFocus: '40,25',
  languages: 'en si',
  translations: { si: { headline: 'x' } },
  whoMayAdd: 'anyone',
}

const api: readonly Operation[] = [
  { method: 'POST', path: '/api/items', form: 'json', fields: item },
  { method: 'PUT', path: '/api/items/{itemId}', form: 'json', fields: item },
  {
    method: 'PATCH',
    path: '/api/items/{itemId}',
    form: 'json',
    fields: { sold: true, hidden: false, madeToOrder: true },
  },
  { method: 'DELETE', path: '/api/items/{itemId}', form: 'json', fields: {} },
  { method: 'POST', path: '/api/items/{itemId}/restore', form: 'json', fields: {} },
  { method: 'GET', path: '/api/items/{itemId}/preview', form: 'query', fields: {} },
  { method: 'GET', path: '/api/items', form: 'query', fields: search },
  { method: 'GET', path: '/api/items/{itemId}', form: 'query', fields: {} },
  { method: 'GET', path: '/api/items/live', form: 'query', fields: {} },
  {
    method: 'GET',
    path: '/api/manage/items',
    form: 'query',
    fields: { q: 'navy scarf', state: 'sold', after: '1' },
  },
  { method: 'GET', path: '/api/manage/items/{itemId}', form: 'query', fields: {} },
  { method: 'GET', path: '/api/manage/categories', form: 'query', fields: {} },
  { method: 'POST', path: '/api/manage/categories/rename', form: 'json', fields: { from: 'Knits', to: 'Hats' } },
  { method: 'GET', path: '/api/suggestions', form: 'query', fields: {} },
  { method: 'GET', path: '/api/manage/notices', form: 'query', fields: {} },
  { method: 'DELETE', path: '/api/manage/notices/7', form: 'json', fields: {} },
  { method: 'GET', path: '/api/manage/shop', form: 'query', fields: {} },
  { method: 'PUT', path: '/api/manage/shop', form: 'json', fields: shopSettings },
  { method: 'GET', path: '/api/manage/category-names', form: 'query', fields: { category: 'Hats' } },
  {
    method: 'PUT',
    path: '/api/manage/category-names',
    form: 'json',
    fields: { category: 'Hats', names: { si: 'x' } },
  },
  { method: 'GET', path: '/api/manage/words', form: 'query', fields: { q: 'Sold' } },
  { method: 'PUT', path: '/api/manage/words/si/item.sold', form: 'json', fields: { text: 'x' } },
  {
    method: 'POST',
    path: '/api/claim',
    form: 'json',
    fields: { code: 'AAAAAAAAAAAAAAAAAAAAAA', email: 'mary@example.com', password: 'a good password' },
  },
  { method: 'GET', path: '/api/me', form: 'query', fields: {} },
  { method: 'DELETE', path: '/api/me/sessions', form: 'json', fields: {} },
  { method: 'GET', path: '/api/photos/{sha256}', form: 'query', fields: {} },
  { method: 'PUT', path: '/api/photos/{sha256}', form: 'photo', fields: {} },
  { method: 'PATCH', path: '/api/photos/{sha256}', form: 'photo', fields: {} },
  { method: 'POST', path: '/__session', form: 'json', fields: {} },
  { method: 'DELETE', path: '/__session', form: 'json', fields: {} },
  { method: 'POST', path: '/__/auth/provider/google.com', form: 'json', fields: { next: '/create' } },
  { method: 'POST', path: '/__/auth/handover', form: 'json', fields: { answer: 'x' } },
  { method: 'GET', path: '/__/auth/handler', form: 'query', fields: { state: 'x', code: 'y', error: 'z', iss: 'i' } },
]

const account = { email: '{email}', password: 'a good password', returnSecureToken: true, tenantId: null }
const signedIn = { idToken: '{idToken}', tenantId: null }
const secondFactor = { ...signedIn, mfaPendingCredential: 'x', phoneEnrollmentInfo: '+94771234567' }

/** The fields of each method of the identity service. A missing method is a type error. */
const identity: {
  readonly [Service in keyof typeof methods]: Readonly<Record<keyof (typeof methods)[Service], Operation['fields']>>
} = {
  identitytoolkit: {
    'POST /v1/accounts:signUp': { ...account, email: '{newEmail}', displayName: 'Ann', idToken: '{idToken}' },
    'POST /v1/accounts:signInWithPassword': account,
    'POST /v1/accounts:createAuthUri': {
      identifier: '{email}',
      continueUri: '{origin}/sign-in',
      providerId: 'google.com',
      sessionId: 'x',
      tenantId: null,
      customParameter: null,
    },
    'POST /v1/accounts:signInWithCustomToken': { token: '{customToken}', returnSecureToken: true, tenantId: null },
    'POST /v1/accounts:signInWithIdp': {
      ...signedIn,
      requestUri: '{origin}',
      postBody: 'providerId=google.com&id_token=x&nonce=y',
      sessionId: 'x',
      returnSecureToken: true,
      returnIdpCredential: true,
      autoCreate: true,
      pendingToken: 'x',
    },
    'POST /v1/accounts:lookup': signedIn,
    'POST /v1/accounts:update': {
      ...signedIn,
      displayName: 'Ann',
      photoUrl: 'https://example.com/a.jpg',
      email: '{newEmail}',
      password: 'a good password',
      deleteAttribute: ['DISPLAY_NAME'],
      deleteProvider: ['google.com'],
      returnSecureToken: true,
    },
    'POST /v1/accounts:delete': signedIn,
    'POST /v2/accounts:revokeToken': { ...signedIn, providerId: 'apple.com', token: 'x', tokenType: 'ACCESS_TOKEN' },
    'GET /v1/projects': { key: 'embedded' },
    'GET /v1/recaptchaParams': { key: 'embedded' },
    'GET /v2/recaptchaConfig': { key: 'embedded', clientType: 'CLIENT_TYPE_WEB', version: 'RECAPTCHA_ENTERPRISE' },
    'GET /v2/passwordPolicy': { key: 'embedded', tenantId: 'x' },
    'POST /v1/accounts:sendVerificationCode': { phoneNumber: '+94771234567', recaptchaToken: 'x' },
    'POST /v1/accounts:signInWithPhoneNumber': { sessionInfo: 'x', code: '123456' },
    'POST /v2/accounts/mfaEnrollment:start': secondFactor,
    'POST /v2/accounts/mfaEnrollment:finalize': secondFactor,
    'POST /v2/accounts/mfaEnrollment:withdraw': secondFactor,
    'POST /v2/accounts/mfaSignIn:start': secondFactor,
    'POST /v2/accounts/mfaSignIn:finalize': secondFactor,
    'POST /v1/accounts:sendOobCode': {
      ...signedIn,
      requestType: 'PASSWORD_RESET',
      email: '{email}',
      newEmail: 'new@example.com',
      continueUrl: '{origin}/create',
      returnOobLink: false,
      canHandleCodeInApp: true,
    },
    'POST /v1/accounts:resetPassword': {
      oobCode: 'x',
      newPassword: 'a good password',
      email: '{email}',
      tenantId: null,
    },
    'POST /v1/accounts:signInWithEmailLink': { email: '{email}', oobCode: 'x', ...signedIn },
  },
  securetoken: {
    'POST /v1/token': { grant_type: 'refresh_token', refresh_token: '{refreshToken}' },
  },
  www: {
    'GET /service_accounts/v1/jwk/securetoken@system.gserviceaccount.com': {},
  },
}

const updateByCode: Operation = {
  method: 'POST',
  path: '/identitytoolkit.googleapis.com/v1/accounts:update',
  form: 'json',
  fields: { oobCode: 'x', email: '{email}', password: 'a good password', returnSecureToken: true },
}

/** As the C++ and iOS clients send it. */
const refreshInJson: Operation = {
  method: 'POST',
  path: '/securetoken.googleapis.com/v1/token',
  form: 'json',
  fields: { grantType: 'refresh_token', refreshToken: '{refreshToken}' },
}

/** Every method of the API and of the identity service. */
export const operations: readonly Operation[] = [
  ...api,
  updateByCode,
  refreshInJson,
  ...Object.entries(identity).flatMap(([service, named]) =>
    Object.entries<Operation['fields']>(named).map(([name, fields]): Operation => {
      const [method = '', path = ''] = name.split(' ')
      const bodyForm = service === 'securetoken' ? 'form' : 'json'
      const form = method === 'GET' ? 'query' : bodyForm
      return { method, path: `/${service}.googleapis.com${path}`, form, fields }
    }),
  ),
]
