import { pino } from 'pino'

import { openShop } from '../../server.ts'
import { readConfig } from '../../src/config/config.ts'

// A shop without pages and without rate limits, on the data folder that is the argument.
const [dataDir = ''] = process.argv.slice(2)
const config = readConfig({ PORT: '0', SHOP_DATA_DIR: dataDir, SHOP_RATE_LIMITS: 'off' })
const noPages = () => () => Promise.resolve(new Response(null, { status: 404 }))
const shop = await openShop(config, pino({ level: 'silent' }), noPages)
process.stdout.write(`The identity service is open at ${shop.url}\n`)
process.once('SIGINT', () => void shop.close())
