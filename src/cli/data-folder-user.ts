import { spawnSync } from 'node:child_process'
import { accessSync, constants, statSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'

import { commandName } from '../command-name.ts'
import { findCurrentUser } from '../process/current-user.ts'
import { RefusedError } from './command.ts'

/**
 * A process of root continues as the owner of the data folder, so that it leaves no file there that the shop may not write.
 * Does nothing on Windows.
 *
 * @throws RefusedError when the folder belongs to another user and this one, who is not root, may not use it.
 */
export function useDataFolder(dataDir: string): void {
  const uid = process.geteuid?.()
  if (uid === undefined) return
  if (uid === 0) return giveUpRoot(dataDir)
  const folder = statFolder(dataDir)
  if (folder !== undefined && folder.uid !== uid) requireAccess(dataDir, folder)
}

/**
 * A process of root continues as the user who owns a folder, or the nearest one above it that exists: what that user wrote is not
 * read with the rights of root.
 */
export function giveUpRoot(folder: string): void {
  if (process.geteuid?.() !== 0) return
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (owner === undefined) giveUpRoot(dirname(folder))
  else if (owner.uid !== 0) becomeUser(owner)
}

/** @throws RefusedError when this user may not look for it. */
function statFolder(dataDir: string): Stats | undefined {
  try {
    return statSync(dataDir, { throwIfNoEntry: false })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EACCES') throw cause
    throw new RefusedError(`${dataDir} is in a folder of another user. Run the command with sudo.`, { cause })
  }
}

function requireAccess(dataDir: string, { uid }: Stats): void {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const user = nameOf(uid) ?? `#${uid}`
    throw new RefusedError(
      `${dataDir} belongs to the user ${user}. Run the command with sudo, or as that user: sudo -u '${user}' ${commandName} …`,
      { cause },
    )
  }
}

function nameOf(uid: number): string | undefined {
  const { status, stdout } = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** `@types/node` lacks this function of Node. */
type ProcessOnUnix = typeof process & { readonly initgroups?: (user: string, group: number) => void }

/** Gives up all rights of root, and those of its groups. */
function becomeUser({ uid, gid: folderGid }: Stats): void {
  const { seteuid, initgroups, setgroups, setgid, setuid } = process as ProcessOnUnix
  if (!seteuid || !initgroups || !setgroups || !setgid || !setuid) return // Windows.
  seteuid(uid)
  const user = findCurrentUser()
  seteuid(0)
  const gid = user?.gid ?? folderGid
  if (user) initgroups(user.username, gid)
  else setgroups([gid])
  setgid(gid)
  setuid(uid)
  if (user) process.env['HOME'] = user.homedir
}
