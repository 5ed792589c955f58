import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import {
  assertFileName,
  isFileName,
  type NewFile,
  type PhotoReader,
  type PhotoStore,
  type PhotoTrash,
} from '../photo-store.ts'
import { ifExists, syncFolder, unfinished, withStorage, writeSynced } from './disk.ts'

/** The trash, a folder inside the photos' folder. Not a valid file name, so it is never listed. */
export const trashName = '.removed'

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
    ...filesIn(folder),
    put: (name, bytes) => putAll(folder, [[name, bytes]]),
    putAll: (files) => putAll(folder, files),
    touch: async (name) => {
      if (isFileName(name)) await touch(join(folder, name))
    },
    trash: trashOf(folder),
  }
}

/** Reads a folder of photos that another thread or process may write to. */
export function readDiskStore(folder: string): PhotoReader {
  return { ...filesIn(folder), trash: filesIn(join(folder, trashName)) }
}

function trashOf(folder: string): PhotoTrash {
  const trash = join(folder, trashName)
  const move = (from: string, to: string, name: string) =>
    withStorage(async () => {
      // After a power cut in between, the file is kept longer, never shorter.
      if (!isFileName(name) || !(await touch(join(from, name)))) return
      if (to === trash) await mkdir(trash, { recursive: true, mode: 0o700 })
      await rename(join(from, name), join(to, name))
      await syncFolder(to)
      await syncFolder(from)
    })
  return {
    ...filesIn(trash),
    add: (name) => move(folder, trash, name),
    restore: (name) => move(trash, folder, name),
  }
}

/** What the photos' folder and the trash have in common. The trash does not exist before its first use. */
function filesIn(folder: string): Pick<PhotoTrash, 'get' | 'remove' | 'list' | 'modifiedAt'> {
  const find = async (name: string) => {
    const found = isFileName(name) ? await ifExists(() => stat(join(folder, name))) : undefined
    return found?.isFile() === true ? found : undefined
  }
  return {
    get: async (name) => (isFileName(name) ? ifExists(() => readFile(join(folder, name))) : undefined),
    remove: async (name) => {
      if (isFileName(name)) await withStorage(() => rm(join(folder, name), { force: true }))
    },
    async *list(prefix = '', names) {
      for (const name of names ?? (await ifExists(() => readdir(folder))) ?? []) {
        const found = name.startsWith(prefix) ? await find(name) : undefined
        if (found !== undefined) yield { name, modifiedAt: found.mtime, size: found.size }
      }
    },
    modifiedAt: async (name) => (await find(name))?.mtime,
  }
}

/** Renews a file's time. @returns whether it exists. */
async function touch(path: string): Promise<boolean> {
  const now = new Date()
  return (await ifExists(async () => utimes(path, now, now).then(() => true))) ?? false
}

async function putAll(folder: string, files: readonly NewFile[]): Promise<void> {
  for (const [name] of files) assertFileName(name)
  await withStorage(async () => {
    await putTogether(folder, files.slice(0, -1))
    await putTogether(folder, files.slice(-1))
  })
}

/** Writes files and then gives them their names, with one sync for each file and one for the folder. */
async function putTogether(folder: string, files: readonly NewFile[]): Promise<void> {
  const written = files.map(([name, bytes]) => ({ name, bytes, path: join(folder, unfinished + randomUUID()) }))
  try {
    const writes = await Promise.allSettled(written.map(({ path, bytes }) => writeSynced(path, bytes)))
    for (const write of writes) if (write.status === 'rejected') throw write.reason
    for (const { path, name } of written) await rename(path, join(folder, name))
    if (files.length > 0) await syncFolder(folder)
  } catch (error) {
    for (const { path } of written) await rm(path, { force: true })
    throw error
  }
}
