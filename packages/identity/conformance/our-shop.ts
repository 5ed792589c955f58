import { pino } from 'pino'

import { openShop } from '../../../server.ts'
import { readConfig } from '../../../src/config/config.ts'

// The shop without its pages.
const [dataDir = '', mode] = process.argv.slice(2)
const config = readConfig({
  PORT: '0',
  SHOP_DATA_DIR: dataDir,
  SHOP_RATE_LIMITS: 'off',
  ...(mode === 'test mode' && { SHOP_IDENTITY_EMULATOR: '1' }),
})
const noPages = () => () => Promise.resolve({ status: 404, body: '', needs: new Set<never>(), inline: undefined })
const shop = await openShop(config, pino({ level: 'silent' }), noPages)
process.stdout.write(`The identity service is open at ${shop.url}\n`)
process.once('SIGINT', () => void shop.close())
