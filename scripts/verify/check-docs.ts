import { glob } from 'node:fs/promises'

import { mutants } from '../../test/mutants/mutants.ts'
import { checkCommands, listCommands } from './check-commands.ts'
import { checkGuards } from './check-guards.ts'
import { checkLinks } from './check-links.ts'
import { checkChecks, checkDecisions } from './check-lists.ts'
import { checkMutants } from './check-mutants.ts'
import { checkSettings } from './check-settings.ts'
import { report, root } from './report.ts'

// Checks README and docs/ against the project: files, links, commands, settings, decisions and tests that they name; and the tests that comments name.

const pages = await Array.fromAsync(glob(['*.md', 'docs/**/*.md', 'packages/*/*.md'], { cwd: root }))
const wrong = await Promise.all([
  checkLinks(root, pages.toSorted()),
  checkSettings(root),
  checkCommands(root, listCommands(root)),
  checkDecisions(root),
  checkChecks(root),
  checkMutants(root, mutants),
  checkGuards(root),
])
report(wrong.flat())
