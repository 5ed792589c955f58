import type { Progress } from '../progress.ts'
import { render } from './art/looks.ts'
import type { Client } from './client.ts'
import { takePhoto } from './photos.ts'
import type { Piece } from './pieces.ts'

export interface FillOptions {
  readonly client: Client
  readonly pieces: readonly Piece[]
  readonly progress: Progress
}

/** Adds the pieces so that the first one ends up newest. The next photo is taken while one is being sent. */
export async function fill({ client, pieces, progress }: FillOptions): Promise<void> {
  const add = async (piece: Piece, photo: Uint8Array<ArrayBuffer>): Promise<void> => {
    const { look: _, ...fields } = piece
    await client.addItem({ ...fields, imageUrl: '', photos: [await client.sendPhoto(photo)] })
    progress.step(fields.title)
  }
  try {
    let before = Promise.resolve()
    for (const piece of pieces.toReversed()) {
      const photo = await takePhoto(render(piece.look))
      await before
      before = add(piece, photo)
    }
    await before
  } finally {
    progress.end()
  }
}
