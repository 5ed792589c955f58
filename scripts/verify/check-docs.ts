import { glob } from 'node:fs/promises'

import { mutants } from '../../test/mutants/mutants.ts'
import { checkCommands, checkLinks, listCommands } from './check-links.ts'
import { checkGuards, checkMutants } from './check-named-tests.ts'
import { checkDefaults, checkTable } from './printed-tables.ts'
import { report, root } from './report.ts'

// Checks README and docs/ against the project: files, links, commands, settings and tests that they name; and the tests that comments name.

const pages = await Array.fromAsync(glob(['*.md', 'docs/**/*.md', 'packages/*/*.md'], { cwd: root }))
const wrong = await Promise.all([
  checkLinks(root, pages.toSorted()),
  checkTable(root, 'configuration'),
  checkTable(root, 'languages'),
  checkDefaults(root),
  checkCommands(root, listCommands(root)),
  checkMutants(root, mutants),
  checkGuards(root),
])
report(wrong.flat())
