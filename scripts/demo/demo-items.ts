import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

import { noFields } from '../../src/domain/item-fields.ts'
import type { NewItem } from '../../src/domain/item.ts'
import { photoHeight, photoWidth } from '../../src/domain/photo.ts'
import items from './demo-items.json' with { type: 'json' }

/** A close-up: a part of a picture with the same aspect ratio; in pixels. */
interface CloseUp {
  readonly left: number
  readonly top: number
  readonly width: number
}

/** The fields of an item, and its photos. */
export interface DemoItem extends Partial<NewItem> {
  /** Its picture: a file in `photos/`. */
  readonly picture: string
  /** More photos, in order: parts of the picture. */
  readonly closeUps: readonly CloseUp[]
  readonly title: string
  readonly price: number | null
  /** What more items with this picture are like. Their colours are names for what the picture shows. */
  readonly others: {
    readonly noun: string
    readonly category: string
    readonly taglines: readonly string[]
    readonly sizes: readonly string[]
    readonly colors: readonly string[]
  }
}

/** In the order of the home page, newest first. */
export const demoItems: readonly DemoItem[] = items

/** The fields of the item alone. */
export function fieldsOf(piece: DemoItem) {
  const { picture: _picture, closeUps: _closeUps, others: _others, ...fields } = piece
  return { ...noFields, ...fields }
}

/** Reads a JPEG of this folder's `photos/`. */
export function readPicture(name: string): Promise<Buffer<ArrayBuffer>> {
  return readFile(join(import.meta.dirname, 'photos', name))
}

/** Cuts a close-up out of a picture, as a JPEG with little loss. */
export async function cutCloseUp(picture: Buffer, { left, top, width }: CloseUp): Promise<Uint8Array<ArrayBuffer>> {
  const height = Math.round((width * photoHeight) / photoWidth)
  const closeUp = sharp(picture).extract({ left, top, width, height })
  return new Uint8Array(await closeUp.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer())
}
