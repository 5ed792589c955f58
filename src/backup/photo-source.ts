import type { PhotoStore } from '../photos/photo-store.ts'

/** A photo file of the shop. `modifiedAt` is in milliseconds since 1970. */
export interface SourceFile {
  readonly name: string
  readonly size: number
  readonly modifiedAt: number
}

/** The photo files of a shop, those in its trash included. Messages between threads have the same form. */
export interface PhotoSource {
  /** All files, in parts that are not empty. A file that is moved to the trash or back meanwhile is included. */
  list(): AsyncIterable<readonly SourceFile[]>
  /** `undefined` when there is no such file. */
  read(name: string): Promise<Uint8Array | undefined>
}

/** Files in one part of a list: a message of this size delays no visitor. */
const partSize = 500

export function createPhotoSource(store: PhotoStore): PhotoSource {
  return {
    list: () => inParts(listBoth(store)),
    // It may be moved to the trash, or back, meanwhile.
    read: async (name) => (await store.get(name)) ?? (await store.trash.get(name)) ?? (await store.get(name)),
  }
}

/** Each file once: a file that is in both places as it is in the store. */
async function* listBoth(store: PhotoStore): AsyncGenerator<SourceFile> {
  // The trash before and after, so that no file that moves in between is missed.
  const before = await Array.fromAsync(store.trash.list())
  const listed = new Set<string>()
  for (const files of [store.list(), before, store.trash.list()]) {
    for await (const { name, size, modifiedAt } of files) {
      if (listed.has(name)) continue
      listed.add(name)
      yield { name, size, modifiedAt: modifiedAt.getTime() }
    }
  }
}

async function* inParts(files: AsyncIterable<SourceFile>): AsyncGenerator<SourceFile[]> {
  let part: SourceFile[] = []
  for await (const file of files) {
    part.push(file)
    if (part.length < partSize) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
