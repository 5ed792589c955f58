import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import { assertFileName, isFileName } from '../photo-store.ts'
import type { PhotoStore, PhotoTrash } from '../photo-store.ts'
import { diskFailed, withStorage } from './storage-errors.ts'

/** What a file is called until it is whole starts so, which no file of a photo does. */
const unfinished = '.unfinished-'

/** The folder inside the photos' folder for what was removed. It has no name of a file, so it is never listed as one. */
const trashName = '.removed'

/**
 * Photos in a folder, which this process alone writes to. It is created, for its own user alone, when it is missing; what
 * an earlier process left unfinished is removed.
 *
 * @throws ShopError `storage-unavailable` when there can be no such folder.
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
    get: async (name) => (isFileName(name) ? readFound(join(folder, name)) : undefined),
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
      if (!isFileName(name) || !(await touched(join(from, name)))) return
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

/** The names in a folder; none in one that does not exist, as the trash does not until it is needed. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Makes a file young, before it moves: a power cut between the two keeps it longer, never shorter. */
async function touched(path: string): Promise<boolean> {
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

/** A new name outlives a power cut once its folder is on disk too. Windows opens no folder, and needs none opened. */
async function syncNames(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using names = await open(folder)
  await names.sync()
}

async function readFound(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
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

/** `undefined` of what is gone, or no file. */
async function modifiedTime(path: string): Promise<Date | undefined> {
  try {
    const found = await stat(path)
    return found.isFile() ? found.mtime : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw diskFailed(error)
  }
}
