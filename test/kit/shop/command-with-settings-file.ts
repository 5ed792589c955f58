/** A command of `npm run shop` on a machine whose usual settings file is the first argument. */
import { main } from '../../../src/cli/main.ts'

const [file = '', ...words] = process.argv.slice(2)
await main(words, file)
