import type { SettingsRequest } from '../../src/domain/shop-settings.ts'
import { apiFetch, toApiError, type ApiResponse, type TokenSource } from '../api/api-client.ts'

const path = '/api/manage/shop'

/** The settings, and the version to name when they are changed. */
export interface VersionedSettings {
  readonly settings: SettingsRequest
  readonly etag: string
}

/** @returns `undefined` if the user is not an owner. @throws Error for `errorMessage`. */
export async function fetchSettings(session: TokenSource): Promise<VersionedSettings | undefined> {
  const response = await apiFetch(session, { method: 'GET', path })
  if (response.status === 401 || response.status === 403) return undefined
  return toVersioned(response)
}

/** The result of saving. `isSaved: false`: somebody else changed the settings first; these are theirs. */
export interface SaveOutcome extends VersionedSettings {
  readonly isSaved: boolean
}

/** The user has to sign in again before the settings can be saved. */
export class SignInTooOldError extends Error {
  override name = 'SignInTooOldError'
}

/** @throws FieldsError if fields are invalid; SignInTooOldError; Error for `errorMessage`. */
export async function saveSettings(session: TokenSource, { settings, etag }: VersionedSettings): Promise<SaveOutcome> {
  const response = await apiFetch(session, { method: 'PUT', path, body: settings, headers: { 'If-Match': etag } })
  const { code } = (response.body?.['error'] ?? {}) as { code?: string }
  if (code === 'sign-in-too-old') throw new SignInTooOldError(toApiError(response).message)
  if (response.status !== 412) return { isSaved: true, ...toVersioned(response) }
  return { isSaved: false, settings: response.body?.['settings'] as SettingsRequest, etag: etagOf(response) }
}

function toVersioned(response: ApiResponse): VersionedSettings {
  if (!response.isOk) throw toApiError(response)
  return { settings: response.body as unknown as SettingsRequest, etag: etagOf(response) }
}

function etagOf({ headers }: ApiResponse): string {
  return headers.get('ETag') ?? ''
}
