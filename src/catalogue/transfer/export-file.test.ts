import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'

import { noDetails, noFields } from '../../domain/item-fields.ts'
import { initialState, type StoredItem } from '../../domain/item-state.ts'
import { photosNamed } from '../test-support.ts'
import { readExportFile, type ReadLine, writeExportFile, maxLineBytes } from './export-file.ts'
import { parseItemLine, toItemLine } from './item-line.ts'
import { transferItem } from './transfer.contract.ts'

const head = '{"format":"stockinette-items","version":4}'
const lines = [0, 1, 2].map((index) => JSON.stringify(toItemLine(transferItem(index))))
const end = '{"items":3}'
const whole = [head, ...lines, end].join('\n')

/** Cuts a file into chunks of `size` bytes, in the middle of lines and characters too. */
async function* chunksOf(file: string | Uint8Array, size = 100): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(file as string)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

function read(file: string | Uint8Array, size?: number): Promise<ReadLine[]> {
  return Array.fromAsync(readExportFile(chunksOf(file, size)))
}

async function write(...pages: StoredItem[][]): Promise<string> {
  return (await Array.fromAsync(writeExportFile(chunksOfPages(pages)))).join('')
}

async function* chunksOfPages(pages: StoredItem[][]): AsyncGenerator<StoredItem[]> {
  yield* pages
}

describe('export file', () => {
  test('writeExportFile: writes the documented format', async () => {
    assert.equal(await write([transferItem(0)], [transferItem(1), transferItem(2)]), `${whole}\n`)
    assert.equal(await write(), `${head}\n{"items":0}\n`)
  })

  for (const size of [1, 7, 100, 1_000_000]) {
    test(`readExportFile: reads what was written, in chunks of ${size} bytes`, async () => {
      const items = [0, 1, 2].map((index) =>
        transferItem(index, { title: `ගෙතූ 👩🏽‍🎨 ${index}`, description: 'a\n\n"b\\ c' }),
      )
      const file = await write(items)
      assert.deepEqual(
        await read(file, size),
        items.map((item, index) => ({ line: index + 2, item })),
      )
    })
  }

  test('private fields are exported only if asked for', async () => {
    const reserved = transferItem(0, { reserved: true, reservedUntil: '2026-11-27', reservedNote: 'for zzneedle' })
    const file = await write([reserved])
    assert.doesNotMatch(file, /zzneedle/)
    assert.deepEqual(await read(file), [{ line: 2, item: { ...reserved, reservedNote: null } }])
    const all = await Array.fromAsync(writeExportFile(chunksOfPages([[reserved]]), { isPrivate: true }))
    assert.deepEqual(await read(all.join('')), [{ line: 2, item: reserved }])
  })

  test('a reservation needs to be reserved', () => {
    const line = { ...toItemLine(transferItem(0)), reservedNote: 'for Ama' }
    assert.equal(parseItemLine(line), 'reserved: A piece that is not reserved has no last day and no note.')
  })

  for (const version of [1, 2, 3])
    test(`readExportFile: reads version ${version}, in which no item had details`, async () => {
      const items = [0, 1, 2].map((index) => transferItem(index, noDetails))
      const file = await write(items)
      assert.doesNotMatch(file, /madeToOrder|weeksToMake|yarn|measurements|care|focus/)
      assert.deepEqual(
        await read(file.replace('"version":4', `"version":${version}`)),
        items.map((item, index) => ({ line: index + 2, item })),
      )
    })

  for (const [what, file] of Object.entries({
    'a byte order mark': `\uFEFF${whole}`,
    'Windows line ends': whole.replaceAll('\n', '\r\n'),
    'no line break at its end': whole,
    'empty lines': `${whole.replace('\n', '\n\n')}\n\r\n`,
  })) {
    test(`readExportFile: accepts ${what}`, async () => assert.equal((await read(file)).length, 3))
  }

  for (const [what, file, message] of [
    ['no content', '', /not an export of a shop: it is empty\. Unpack/],
    ['only a line break', '\n', /not an export of a shop/],
    ['another format', '{"format":"shoes","version":1}', /not an export of a shop/],
    ['only items', lines.join('\n'), /not an export of a shop/],
    ['binary content', Buffer.from('fffe00010203fffe', 'hex'), /not an export of a shop/],
    ['UTF-16', Buffer.from(whole, 'utf16le'), /not an export of a shop/],
    ['gzip', gzipSync(whole), /not an export of a shop.*Unpack it first if it is compressed/],
    ['a newer format', whole.replace('"version":4', '"version":5'), /newer version.*format 5; this one reads 4/],
    ['no last line', [head, ...lines].join('\n'), /truncated in line 5/],
    ['half a last line', whole.slice(0, -2), /truncated in line 5/],
    ['half an item at its end', whole.slice(0, -50), /truncated in line 4/],
    ['too few items', [head, ...lines.slice(1), end].join('\n'), /says that it has 3 items, but it has 2/],
    ['two files in it', `${whole}\n${whole}`, /not an export.*line 6 comes after its last line/],
    ['a line without an end', `${head}\n${'x'.repeat(maxLineBytes + 1)}`, /not an export.*line 2 is longer than 64 KB/],
    [
      'a line that is too long',
      `${head}\n"${'x'.repeat(maxLineBytes)}"\n`,
      /not an export.*line 2 is longer than 64 KB/,
    ],
  ] as const) {
    test(`readExportFile: refuses a file with ${what}`, async () => {
      await assert.rejects(read(file), (error: Error) => {
        assert.match(error.message, message)
        return error.name === 'ExportFileError'
      })
    })
  }

  test('readExportFile: reports every invalid line with its number, and reads the others', async () => {
    const mixed = [lines[0], 'x', Buffer.from([0x22, 0xff, 0x22]), '[]', '{}', lines[1]]
    const file = [head, ...mixed, '{"items":6}'].flatMap((line) => [Buffer.from(line as string), Buffer.from('\n')])
    const found = await read(Buffer.concat(file))
    assert.deepEqual(
      found.map((line) => [line.line, 'problem' in line]),
      [2, 3, 4, 5, 6, 7].map((line) => [line, line > 2 && line < 7]),
    )
    assert.deepEqual(
      found.slice(1, 3).map((line) => 'problem' in line && line.problem),
      ['This is not JSON.', 'This is not UTF-8 text.'],
    )
  })
})

describe('item line', () => {
  const good = toItemLine(transferItem(0))

  test('parseItemLine: optional fields may be missing, and text is trimmed', () => {
    const { id, createdAt, imageUrl } = good
    const item = parseItemLine({ id, createdAt, imageUrl, title: ' Beanie ' })
    assert.deepEqual(item, {
      ...noFields,
      id,
      createdAt: new Date(createdAt),
      imageUrl,
      ...initialState,
      title: 'Beanie',
    })
  })

  test('parseItemLine: an item keeps a category that new ones may not have', () => {
    const line = { ...(JSON.parse(lines[0] ?? '') as object), category: '..' }
    const item = parseItemLine(line)
    assert.ok(typeof item === 'object', item as string)
    assert.equal(item.category, '..')
  })

  test('toItemLine: has photos only if the item has some', () => {
    assert.equal('photos' in good, false)
    const stored = transferItem(0, { photos: photosNamed('012') })
    assert.deepEqual(toItemLine(stored), { ...good, photos: stored.photos })
    assert.deepEqual(parseItemLine({ ...good, photos: stored.photos }), stored)
  })

  test('toItemLine: has only the details of the item', () => {
    const stored = transferItem(0, { ...noDetails, madeToOrder: true, care: 'Dry flat.' })
    const line = toItemLine(stored)
    assert.partialDeepStrictEqual(line, { madeToOrder: true, care: 'Dry flat.' })
    assert.equal(
      ['weeksToMake', 'yarn', 'measurements', 'focus'].some((name) => name in line),
      false,
    )
    assert.deepEqual(parseItemLine(line), stored)
  })

  for (const state of [{ sold: true }, { hidden: true }, { removedAt: '2026-02-01T08:00:00.123Z' }] as const) {
    const [name = '', value] = Object.entries(state)[0] ?? []
    test(`toItemLine: has ${name} only if the item is in that state`, () => {
      assert.equal(name in good, false)
      const stored = { ...transferItem(0), [name]: typeof value === 'string' ? new Date(value) : value }
      assert.deepEqual(toItemLine(stored), { ...good, ...state })
      assert.deepEqual(parseItemLine({ ...good, ...state }), stored)
    })
  }

  for (const [change, problem] of [
    [{ id: 'a.b' }, /^id: An id must have 1 to 128/],
    [{ id: 7 }, /^id: /],
    [{ id: undefined }, /^id: /],
    [{ createdAt: 'yesterday' }, /^createdAt: A time must look like/],
    [{ createdAt: '2026-02-30T12:00:00.000Z' }, /^createdAt: /],
    [{ createdAt: '2026-01-31T12:00:00.000' }, /^createdAt: /],
    [{ createdAt: 1_790_000_000_000 }, /^createdAt: /],
    [{ title: '' }, /^title: A title is required\.$/],
    [{ title: 7 }, /^title: This must be text\.$/],
    [{ title: 'x'.repeat(121), price: -1 }, /^title: Too long.* price: Enter the price/],
    [{ price: true }, /^price: /],
    [{ imageUrl: 'javascript:alert(1)' }, /^imageUrl: /],
    [{ weeksToMake: 53 }, /^weeksToMake: Enter a whole number of weeks from 1 to 52/],
    [{ focus: { x: 1 } }, /^focus: /],
    [{ colour: 'Ivory' }, /colour/],
    [{ photos: 'none' }, /^photos: Invalid photos/],
    [{ photos: [{ id: 'x' }] }, /^photos: Invalid photos/],
    [{ sold: 'yes' }, /^sold: /],
    [{ hidden: 1 }, /^hidden: /],
    [{ removedAt: 'today' }, /^removedAt: A time must look like/],
  ] as const) {
    test(`parseItemLine: refuses ${JSON.stringify(change).slice(0, 60)}`, () => {
      const result = parseItemLine({ ...good, ...change })
      assert.ok(typeof result === 'string')
      assert.match(result, problem)
    })
  }

  for (const value of [null, 'x', 7, [], [good]]) {
    test(`parseItemLine: refuses the line ${JSON.stringify(value).slice(0, 20)}`, () =>
      assert.equal(typeof parseItemLine(value), 'string'))
  }
})
