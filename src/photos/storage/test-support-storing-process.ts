/** Stores photos in a folder until it is killed, and sends a message after each. */
import { randomUUID } from 'node:crypto'

import { openDiskStore } from './disk-store.ts'

const store = await openDiskStore(process.argv[2] ?? '')
for (;;) {
  const id = randomUUID().replaceAll('-', '')
  const files = Array.from({ length: 13 }, (_, number) => [`${id}-${number}.avif`, Buffer.alloc(10_000)] as const)
  await store.putAll([...files, [`${id}.json`, Buffer.from('{}')]])
  process.send?.(id)
}
