import { mkdtempDisposable } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import { shareEmulators } from '../../../test/kit/share-emulators.ts'
import { mutants } from '../../../test/mutants/mutants.ts'
import { report, root } from '../report.ts'
import { copyCheckout } from './copy-checkout.ts'
import { tryMutants } from './try-mutants.ts'

// Applies each mutant to a copy of this checkout and runs the test that must notice it, alone; on each core one at a time.
// `npm run verify -- mutants` runs all; `node launch.mjs scripts/verify/long/mutants.ts TEXT` those whose file, row or test has TEXT.

const [wanted = ''] = process.argv.slice(2)
const chosen = mutants.filter(({ file, row = '', test }) =>
  `${file} ${row} ${test.file} ${test.title}`.includes(wanted),
)
await using folders = new AsyncDisposableStack()
await using _emulators = await shareEmulators()

async function openCopy(): Promise<string> {
  const copy = folders.use(await mkdtempDisposable(join(tmpdir(), 'mutants-'))).path
  await copyCheckout(root, copy)
  return copy
}

const copies = await Promise.all(Array.from({ length: availableParallelism() }, openCopy))
const faults = await tryMutants(copies, chosen, (line) => process.stdout.write(`${line}\n`))
report(chosen.length === 0 ? [`No mutant has the text '${wanted}'.`] : faults)
