import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'

/**
 * `projects`: the hosts whose pages may sign users in with a popup or a redirect. It is the application's own host alone.
 * (firebase-js-sdk, packages/auth/src/core/util/validate_origin.ts)
 */
export async function getProjects({ projectId }: Uses<'projectId'>, _input: unknown, { origin }: Caller) {
  return { projectId, authorizedDomains: [new URL(origin).hostname] }
}
