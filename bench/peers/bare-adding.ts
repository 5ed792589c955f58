/** Writes a posted item directly to the shop's store, without validation or authentication. */
import { createServer } from 'node:http'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'

import { SqliteStore } from '../../src/catalogue/sqlite/sqlite-store.ts'
import { noFields } from '../../src/domain/item-fields.ts'
import type { NewItem } from '../../src/domain/item.ts'
import { createLog } from '../../src/log.ts'
import { sayOpened } from './say-opened.ts'

const { PORT, SHOP_DATA_DIR = '' } = process.env
const store = new SqliteStore({ folder: openDataFolder(SHOP_DATA_DIR), log: createLog() })

createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
  request.on('end', async () => {
    const add = () => store.add({ ...noFields, ...(JSON.parse(body) as Partial<NewItem>) })
    const answer = Buffer.from(body === '' ? '{}' : JSON.stringify(await add()))
    const status = body === '' ? 200 : 201
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': answer.length }).end(answer)
  })
}).listen(Number(PORT), '127.0.0.1', sayOpened)
