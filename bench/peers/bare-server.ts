/** The smallest possible Node server. */
import { createServer } from 'node:http'

import { sayOpened } from './say-opened.ts'

const { PORT } = process.env

createServer((_request, response) => response.end('ok')).listen(Number(PORT), '127.0.0.1', sayOpened)
