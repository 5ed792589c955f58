import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import { assertFileName, isFileName, type PhotoStore, type PhotoTrash } from '../photo-store.ts'
import { diskFailed, withStorage } from './storage-errors.ts'

/** Name prefix of files being written; no file of a photo starts like this. */
const unfinished = '.unfinished-'

/** The trash, a folder inside the photos' folder. Not a valid file name, so it is never listed. */
const trashName = '.removed'

/**
 * Stores photos in a folder that only this process writes to. It is created if missing, with access for its own user
 * only; unfinished files of an earlier process are removed.
 *
 * @throws ShopError `storage-unavailable` when the folder cannot be created.
 */
export async function openDiskStore(folder: string): Promise<PhotoStore> {
  await withStorage(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const left = (await readdir(folder)).filter((name) => name.startsWith(unfinished))
    for (const name of left) await rm(join(folder, name))
  })
  return {
    put: (name, bytes) => {
      assertFileName(name)
      return withStorage(() => write(folder, name, bytes))
    },
    get: async (name) => (isFileName(name) ? readIfExists(join(folder, name)) : undefined),
    remove: async (name) => {
      if (isFileName(name)) await withStorage(() => rm(join(folder, name), { force: true }))
    },
    list: (prefix = '') => list(folder, prefix),
    modifiedAt: (name) => modifiedTimeOf(folder, name),
    trash: trashOf(folder),
  }
}

function trashOf(folder: string): PhotoTrash {
  const trash = join(folder, trashName)
  const move = (from: string, to: string, name: string) =>
    withStorage(async () => {
      if (!isFileName(name) || !(await touchIfExists(join(from, name)))) return
      if (to === trash) await mkdir(trash, { recursive: true, mode: 0o700 })
      await rename(join(from, name), join(to, name))
      await syncNames(to)
      await syncNames(from)
    })
  return {
    add: (name) => move(folder, trash, name),
    restore: (name) => move(trash, folder, name),
    remove: async (name) => {
      if (isFileName(name)) await withStorage(() => rm(join(trash, name), { force: true }))
    },
    list: (prefix = '') => list(trash, prefix),
    modifiedAt: (name) => modifiedTimeOf(trash, name),
  }
}

/** The names in a folder; none if it does not exist, like the trash before its first use. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Renews a file's time before it moves: after a power cut in between it is kept longer, never shorter. @returns whether
 * it exists.
 */
async function touchIfExists(path: string): Promise<boolean> {
  try {
    await utimes(path, new Date(), new Date())
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

async function write(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(folder, unfinished + randomUUID())
  try {
    await using file = await open(temporary, 'wx', 0o600)
    await file.writeFile(bytes)
    await file.sync()
    await rename(temporary, join(folder, name))
    await syncNames(folder)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** A rename is durable once its folder is synced. Windows cannot open folders and needs no sync. */
async function syncNames(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using names = await open(folder)
  await names.sync()
}

async function readIfExists(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR') return undefined
    throw diskFailed(error)
  }
}

async function* list(folder: string, prefix: string) {
  const names = await withStorage(() => namesIn(folder))
  for (const name of names.filter((each) => isFileName(each) && each.startsWith(prefix))) {
    const modifiedAt = await modifiedTime(join(folder, name))
    if (modifiedAt) yield { name, modifiedAt }
  }
}

async function modifiedTimeOf(folder: string, name: string): Promise<Date | undefined> {
  return isFileName(name) ? modifiedTime(join(folder, name)) : undefined
}

/** `undefined` if it is missing or not a file. */
async function modifiedTime(path: string): Promise<Date | undefined> {
  try {
    const found = await stat(path)
    return found.isFile() ? found.mtime : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw diskFailed(error)
  }
}
