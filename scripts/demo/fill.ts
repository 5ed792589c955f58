import type { Progress } from '../../src/cli/progress.ts'
import { render } from './art/looks.ts'
import type { Client } from './client.ts'
import { takePhoto } from './photos.ts'
import { fieldsOf } from './pieces.ts'
import type { Piece } from './pieces.ts'

export interface FillOptions {
  readonly client: Client
  readonly pieces: readonly Piece[]
  readonly progress: Progress
}

/** Adds the items so that the first one is the newest. Draws the next photos while sending others. */
export async function fill({ client, pieces, progress }: FillOptions): Promise<void> {
  const add = async (piece: Piece, taken: readonly Uint8Array<ArrayBuffer>[]): Promise<void> => {
    const photos: string[] = []
    for (const photo of taken) photos.push(await client.sendPhoto(photo))
    await client.addItem({ ...fieldsOf(piece), imageUrl: '', photos })
    progress.step(piece.title)
  }
  try {
    let before = Promise.resolve()
    for (const piece of pieces.toReversed()) {
      const pixels = render(piece.look)
      const photos = await Promise.all([undefined, ...piece.closeUps].map((closeUp) => takePhoto(pixels, closeUp)))
      await before
      before = add(piece, photos)
    }
    await before
  } finally {
    progress.end()
  }
}
