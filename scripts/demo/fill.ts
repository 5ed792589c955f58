import type { Progress } from '../../src/cli/progress.ts'
import { render } from './art/looks.ts'
import type { Client } from './client.ts'
import { fieldsOf, type DemoItem } from './demo-items.ts'
import { takePhoto } from './photos.ts'

export interface FillOptions {
  readonly client: Client
  readonly items: readonly DemoItem[]
  readonly progress: Progress
}

/** Adds the items so that the first one is the newest. Draws the next photos while sending others. */
export async function fill({ client, items, progress }: FillOptions): Promise<void> {
  const add = async (item: DemoItem, images: readonly Uint8Array<ArrayBuffer>[]): Promise<void> => {
    const photos: string[] = []
    for (const photo of images) photos.push(await client.uploadPhoto(photo))
    await client.addItem({ ...fieldsOf(item), imageUrl: '', photos })
    progress.step(item.title)
  }
  try {
    let before = Promise.resolve()
    for (const item of items.toReversed()) {
      const pixels = render(item.look)
      const photos = await Promise.all([undefined, ...item.closeUps].map((closeUp) => takePhoto(pixels, closeUp)))
      await before
      before = add(item, photos)
    }
    await before
  } finally {
    progress.end()
  }
}
