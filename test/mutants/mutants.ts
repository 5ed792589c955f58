import { mutantsOfAccounts } from './accounts.ts'
import { mutantsOfCatalogue } from './catalogue.ts'
import { mutantsOfClaiming } from './claiming.ts'
import { mutantsOfDurability } from './durability.ts'
import { mutantsOfEntryPoints } from './entry-points.ts'
import { mutantsOfLimits } from './limits.ts'
import type { Mutant } from './mutant.ts'
import { mutantsOfPages } from './pages.ts'
import { mutantsOfSigningIn } from './signing-in.ts'
import { mutantsOfTexts } from './texts.ts'

/** Every mutant: of each row of docs/threat-model.md at least one, and of rules that a change once broke unnoticed. */
export const mutants: readonly Mutant[] = [
  ...mutantsOfAccounts,
  ...mutantsOfCatalogue,
  ...mutantsOfClaiming,
  ...mutantsOfDurability,
  ...mutantsOfEntryPoints,
  ...mutantsOfLimits,
  ...mutantsOfPages,
  ...mutantsOfSigningIn,
  ...mutantsOfTexts,
]
