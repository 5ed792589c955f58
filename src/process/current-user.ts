import { userInfo } from 'node:os'

/** The user with whose rights this process runs; `undefined` for a user without an entry in the system's list, such as one of a container. */
export function findCurrentUser() {
  try {
    return userInfo()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SYSTEM_ERROR') return undefined
    throw error
  }
}
