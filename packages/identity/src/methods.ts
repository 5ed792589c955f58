import type { Endpoint } from './context.ts'
import { createAuthUri } from './methods/createAuthUri.ts'
import { deleteAccount } from './methods/delete.ts'
import { getPublicKeys } from './methods/jwk.ts'
import { lookup } from './methods/lookup.ts'
import { refusePhone, refuseSecondFactor } from './methods/not-allowed.ts'
import { getPasswordPolicy } from './methods/passwordPolicy.ts'
import { getProjects } from './methods/projects.ts'
import { getRecaptchaConfig } from './methods/recaptchaConfig.ts'
import { getRecaptchaParams } from './methods/recaptchaParams.ts'
import { resetPassword } from './methods/resetPassword.ts'
import { revokeToken } from './methods/revokeToken.ts'
import { sendOobCode } from './methods/sendOobCode.ts'
import { signInWithCustomToken } from './methods/signInWithCustomToken.ts'
import { signInWithEmailLink } from './methods/signInWithEmailLink.ts'
import { signInWithIdp } from './methods/signInWithIdp.ts'
import { signInWithPassword } from './methods/signInWithPassword.ts'
import { signUp } from './methods/signUp.ts'
import { token } from './methods/token.ts'
import { update } from './methods/update.ts'

/** The hosts of the protocol, `<name>.googleapis.com`. */
export type ServiceName = 'identitytoolkit' | 'securetoken' | 'www'

/** All supported methods of the protocol, by host, HTTP method and path. */
export const methods = {
  identitytoolkit: {
    'POST /v1/accounts:signUp': signUp,
    'POST /v1/accounts:signInWithPassword': signInWithPassword,
    'POST /v1/accounts:createAuthUri': createAuthUri,
    'POST /v1/accounts:signInWithCustomToken': signInWithCustomToken,
    'POST /v1/accounts:signInWithIdp': signInWithIdp,
    'POST /v1/accounts:lookup': lookup,
    'POST /v1/accounts:update': update,
    'POST /v1/accounts:delete': deleteAccount,
    'POST /v2/accounts:revokeToken': revokeToken,
    'GET /v1/projects': getProjects,
    'GET /v1/recaptchaParams': getRecaptchaParams,
    'GET /v2/recaptchaConfig': getRecaptchaConfig,
    'GET /v2/passwordPolicy': getPasswordPolicy,
    'POST /v1/accounts:sendVerificationCode': refusePhone,
    'POST /v1/accounts:signInWithPhoneNumber': refusePhone,
    'POST /v2/accounts/mfaEnrollment:start': refuseSecondFactor,
    'POST /v2/accounts/mfaEnrollment:finalize': refuseSecondFactor,
    'POST /v2/accounts/mfaEnrollment:withdraw': refuseSecondFactor,
    'POST /v2/accounts/mfaSignIn:start': refuseSecondFactor,
    'POST /v2/accounts/mfaSignIn:finalize': refuseSecondFactor,
    'POST /v1/accounts:sendOobCode': sendOobCode,
    'POST /v1/accounts:resetPassword': resetPassword,
    'POST /v1/accounts:signInWithEmailLink': signInWithEmailLink,
  },
  securetoken: {
    'POST /v1/token': token,
  },
  www: {
    'GET /service_accounts/v1/jwk/securetoken@system.gserviceaccount.com': getPublicKeys,
  },
} satisfies Record<ServiceName, Record<string, Endpoint>>
