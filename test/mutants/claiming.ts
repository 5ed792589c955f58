import type { Mutant } from './mutant.ts'

const claims = 'test/shop/claim.test.ts'
const audit = 'POST /api/claim › limits tries by network, and the audit log has each refusal'
const killed = 'Firestore owners: a process that is killed while it adds the first owner'

/** A shop is claimed once, with the code of its own output. */
export const mutantsOfClaiming: readonly Mutant[] = [
  {
    row: 'the first owner',
    file: 'src/owners/first-claim.ts',
    text: 'if (!isEqual(given, code))',
    replacement: 'if (!isEqual(given, given))',
    reason: 'every code is right',
    test: { file: claims, title: 'limits tries by network, and the audit log has each refusal' },
  },
  {
    row: 'the first owner',
    file: 'src/owners/claim-api.ts',
    text: '      await limits.claim(address)\n',
    replacement: '      await Promise.resolve(limits)\n',
    reason: 'nothing limits guesses',
    test: { file: claims, title: 'limits tries by network, and the audit log has each refusal' },
  },
  {
    row: 'the first owner',
    file: 'src/owners/claim-api.ts',
    text: 'if (!(await firstClaim.isOpenTo(request)))',
    replacement: 'if (!(await firstClaim.isOpenTo({ code: "" })))',
    reason: 'strangers use up the tries of who has the code',
    test: {
      file: claims,
      title: 'strangers of many networks who use up the tries do not keep out who has the code',
    },
  },
  {
    file: 'src/owners/first-claim.ts',
    text: "      noteRefusal('wrong-code', address)\n",
    replacement: '',
    reason: 'guesses are in no log',
    test: { file: claims, title: audit },
  },
  {
    file: 'src/owners/first-claim.ts',
    text: "    if (await isClaimed()) {\n      noteRefusal('already-claimed', address)\n",
    replacement: '    if (await isClaimed()) {\n',
    reason: 'tries at a claimed shop are in no log',
    test: {
      file: claims,
      title: 'POST /api/claim › a claimed shop refuses every code in the same way, and the audit log has it',
    },
  },
  {
    file: 'src/owners/firestore-owners.ts',
    text: 'if (!isHeld) throw busy()',
    replacement: 'void isHeld',
    reason: 'a process that was stuck for minutes takes the owner of another one for its own',
    test: {
      file: 'test/cloud/owners.test.ts',
      title: `${killed} › others cannot add one for two minutes; then they can, and it cannot any more`,
    },
  },
  {
    row: 'the first owner',
    file: 'src/owners/claiming.ts',
    text: '    const taken = await accounts.takeOver(account)\n    await owners.add(taken)\n',
    replacement: '    await owners.add(account)\n    const taken = await accounts.takeOver(account)\n',
    reason: 'who set up the account before is an owner, for as long as the take-over fails',
    test: {
      file: 'src/owners/claiming.contract.ts',
      title: '${method}: an account is an owner’s only once every way into it has been removed',
      runBy: 'src/owners/embedded/owner-accounts.test.ts',
    },
  },
  {
    row: "a stranger with an account of the maker's address gives it another one while the first claim hashes the maker's password",
    file: 'src/owners/claiming.ts',
    text: 'accounts.takeOver(await findOrCreate(email), prepared))',
    replacement: 'accounts.takeOver(await findOrCreate(email), await accounts.preparePassword(password)))',
    reason: 'the password is hashed where it is needed',
    test: {
      file: 'src/owners/claiming.contract.ts',
      title: 'addFirst: a stranger who gives her account another address meanwhile does not own the shop',
      runBy: 'src/owners/embedded/owner-accounts.test.ts',
    },
  },
]
