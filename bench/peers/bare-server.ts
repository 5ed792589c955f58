/** The smallest possible Node server. */
import { createServer } from 'node:http'

const { PORT } = process.env

createServer((_request, response) => response.end('ok')).listen(Number(PORT), '127.0.0.1', () =>
  process.stdout.write(`It is open at http://127.0.0.1:${PORT}\n`),
)
