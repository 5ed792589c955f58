import { mutantsOfAccounts } from './accounts.ts'
import { mutantsOfAuthority } from './authority.ts'
import { mutantsOfCatalogue } from './catalogue.ts'
import { mutantsOfClaiming } from './claiming.ts'
import { mutantsOfDurability } from './durability.ts'
import { mutantsOfEntryPoints } from './entry-points.ts'
import { mutantsOfLimits } from './limits.ts'
import { mutantsOfLog } from './log.ts'
import { mutantsOfMemory } from './memory.ts'
import type { Mutant } from './mutant.ts'
import { mutantsOfOperation } from './operation.ts'
import { mutantsOfOwnerRights } from './owner-rights.ts'
import { mutantsOfPages } from './pages.ts'
import { mutantsOfRequests } from './requests.ts'
import { mutantsOfSigningIn } from './signing-in.ts'
import { mutantsOfStorage } from './storage.ts'
import { mutantsOfTexts } from './texts.ts'

/** Every mutant: of each row of docs/threat-model.md at least one, and of rules that a change once broke unnoticed. */
export const mutants: readonly Mutant[] = [
  ...mutantsOfAccounts,
  ...mutantsOfAuthority,
  ...mutantsOfCatalogue,
  ...mutantsOfClaiming,
  ...mutantsOfDurability,
  ...mutantsOfEntryPoints,
  ...mutantsOfLimits,
  ...mutantsOfLog,
  ...mutantsOfMemory,
  ...mutantsOfOperation,
  ...mutantsOfOwnerRights,
  ...mutantsOfPages,
  ...mutantsOfRequests,
  ...mutantsOfSigningIn,
  ...mutantsOfStorage,
  ...mutantsOfTexts,
]
