import type { Progress } from '../progress.ts'
import { render } from './art/looks.ts'
import type { Client } from './client.ts'
import { encode, remove, save } from './photos.ts'
import type { Photo } from './photos.ts'
import type { Piece } from './pieces.ts'

export interface FillOptions {
  readonly client: Client
  readonly dataDir: string
  readonly pieces: readonly Piece[]
  readonly progress: Progress
}

/** Adds the pieces so that the first one ends up newest. The next photo is taken while one is being compressed. */
export async function fill({ client, dataDir, pieces, progress }: FillOptions): Promise<void> {
  const add = async (piece: Piece, compressed: Promise<Photo>): Promise<void> => {
    const photo = await compressed
    const imageUrl = `/photos/${photo.jpegName}`
    await save(photo, dataDir)
    if (!(await client.hasPhoto(imageUrl))) {
      await remove(photo, dataDir)
      throw new Error(`The running shop keeps its data elsewhere than in ${dataDir}: set SHOP_DATA_DIR as it has it.`)
    }
    const { look: _, ...fields } = piece
    await client.addItem({ ...fields, imageUrl })
    progress.step(piece.title)
  }
  try {
    let before = Promise.resolve()
    for (const piece of pieces.toReversed()) {
      const compressed = encode(render(piece.look))
      await before
      before = add(piece, compressed)
    }
    await before
  } finally {
    progress.end()
  }
}
