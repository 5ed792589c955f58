import type { Mutant } from './mutant.ts'

const settings = 'test/suites/shop-settings.ts'
const managing = { file: 'test/suites/managing-items.ts', title: '${action}, ${role}: ${status}' }
const number = {
  file: 'test/shop/whatsapp-number.test.ts',
  title: 'a public shop ${what} links to no chat: its menu leaves it out, and its pieces say so',
}

const ofAnOwner = 'of the account of an owner, each owner is told'

/** What only owners do, and what a shop does without an owner or a number. */
export const mutantsOfOwnerRights: readonly Mutant[] = [
  {
    row: 'the number and the other shop settings',
    file: 'src/shop-settings/settings-api.ts',
    text: "api.get('/', ownersOnly, ",
    replacement: "api.get('/', ",
    reason: 'reading seems to need no owner',
    test: { file: settings, title: 'GET and PUT, ${role}: ${status}', runBy: 'test/shop/shop-settings.test.ts' },
  },
  {
    row: 'the number and the other shop settings',
    file: 'src/shop-settings/settings-api.ts',
    text: 'const isDone = isDeepStrictEqual(request, toSettingsRequest(known))',
    replacement: 'const isDone = true',
    reason: 'nothing is saved either way',
    test: {
      file: settings,
      title: 'PUT: an old version is answered 412 with the present settings and their version',
      runBy: 'test/shop/shop-settings.test.ts',
    },
  },
  {
    row: 'the number and the other shop settings',
    file: 'src/shop-settings/settings-api.ts',
    text: "  whoMayAdd: 'adding',\n",
    replacement: '',
    reason: 'who may add leads no enquiry elsewhere',
    test: {
      file: 'test/shop/shop-settings.test.ts',
      title: 'a change of the number or of who may add is logged with the owner’s id',
    },
  },
  {
    row: 'the categories of all items',
    file: 'src/catalogue/manage-api.ts',
    text: "api.post('/rename', ownersOnly, ",
    replacement: "api.post('/rename', ",
    reason: 'reading the body checks the owner, but only of a slow one',
    test: { ...managing, runBy: 'test/shop/managing-items.test.ts' },
  },
  {
    row: 'the categories of all items',
    file: 'src/catalogue/manage-api.ts',
    text: "log.warn({ uid: context.get('owner').uid, from, to, ...outcome }",
    replacement: 'log.warn({ from, to, ...outcome }',
    reason: 'a shop seems to have one owner',
    test: { file: 'test/shop/finding-items.test.ts', title: 'renaming a category is logged with the owner’s id' },
  },
  {
    row: 'a public shop without a number of its own',
    file: 'src/domain/contact/own-number.ts',
    text: ' && whatsapp !== placeholderWhatsapp',
    replacement: '',
    reason: 'only the examples are nobody’s',
    test: number,
  },
  {
    row: 'a public shop without a number of its own',
    file: 'src/pages/public-shop.ts',
    text: 'const otherwise = site.isPreview ? placeholderWhatsapp : null',
    replacement: 'const otherwise = placeholderWhatsapp',
    reason: 'a link needs some number',
    test: number,
  },
  {
    row: 'a public shop without an owner',
    file: 'src/owners/permissions.ts',
    text: 'allowed === null && isPreview && !',
    replacement: 'allowed === null && !',
    reason: 'what a preview environment does, a public shop does as well',
    test: {
      file: 'test/shop/adding-permissions.test.ts',
      title: 'takes no pieces from strangers, and says why',
    },
  },
  {
    row: 'actions of owners',
    file: 'src/owners/owners-only.ts',
    text: '    await permissions.requireMayManage(visitor)\n',
    replacement: '',
    reason: 'a user who is signed in seems to be an owner',
    test: { ...managing, runBy: 'test/shop/managing-items.test.ts' },
  },
  {
    row: 'actions of owners',
    file: 'src/owners/embedded/sqlite-owners.ts',
    text: "'SELECT grant_id FROM owner WHERE uid = :uid AND removed_at IS NULL'",
    replacement: "'SELECT grant_id FROM owner WHERE uid = :uid'",
    reason: 'former owners are in the table, too',
    test: {
      file: 'src/owners/owners.contract.ts',
      title: 'remove: takes effect at once in every process, and the account can be added again',
      runBy: 'src/owners/embedded/sqlite-owners.test.ts',
    },
  },
  {
    row: 'the number and who may add, on a phone that is left unlocked',
    file: 'src/shop-settings/settings-api.ts',
    text: "    requireRecentSignIn(context.get('owner'), known, request)\n",
    replacement: '',
    reason: 'she is signed in as an owner',
    test: {
      file: 'test/shop/shop-settings.test.ts',
      title:
        'another contact, way to pay, or permission to add needs a sign-in of the last five minutes, and nothing else does',
    },
  },
  {
    row: "an owner's account in wrong hands",
    file: 'src/owners/notices/notify.ts',
    text: '      // First, as',
    replacement: '      await notices.add(notice)\n      // First, as',
    reason: 'mail waits for the notice, which a full disk does not take',
    test: {
      file: 'src/owners/notices/notify.test.ts',
      title: 'createNotify: while no notice can be stored, each owner is mailed, and the failure is logged',
    },
  },
  {
    row: "an owner's account in wrong hands",
    file: 'src/owners/notices/notify.ts',
    text: '      await notices.add(notice)\n',
    replacement: '',
    reason: 'where there is mail, the page seems not to be needed',
    test: {
      file: 'test/shop/owner-notices.test.ts',
      title:
        'each owner is told › what was changed, and by which owner, until she dismisses it: an owner, the number, a password',
    },
  },
  {
    row: "an owner's account in wrong hands",
    file: 'src/owners/embedded/identity.ts',
    text: "  'email-changed': 'address',\n",
    replacement: '',
    reason: 'the former address gets a mail of its own',
    test: { file: 'src/owners/embedded/owner-accounts.test.ts', title: `${ofAnOwner} › that it has another address` },
  },
  {
    row: "an owner's account in wrong hands",
    file: 'packages/identity/src/methods/resetPassword.ts',
    text: '(code.isByAdministrator && {',
    replacement: '({',
    reason: 'every link for a password seems to be the operator’s',
    test: {
      file: 'src/owners/embedded/owner-accounts.test.ts',
      title: `${ofAnOwner} › that a mailed link set its password, also its first one, and nothing of the links of the operator`,
    },
  },
  {
    row: "an owner's account in wrong hands",
    file: 'src/owners/notices/kept-notices.ts',
    text: 'notice.by === email && ',
    replacement: 'notice.by === email && false && ',
    reason: 'she knows what she did herself',
    test: {
      file: 'test/shop/owner-notices.test.ts',
      title:
        'each owner is told › what her own account did, and cannot dismiss that for three days, whatever address the account has',
    },
  },
  {
    row: "an owner's account in wrong hands",
    file: 'src/shop-settings/settings-api.ts',
    text:
      "    await tellOfChange(context.get('owner').uid, before, present.settings)\n" +
      '    await markPhotosUsed({ photos: photosOfSettings(present.settings) }, options)\n',
    replacement:
      '    await markPhotosUsed({ photos: photosOfSettings(present.settings) }, options)\n' +
      "    await tellOfChange(context.get('owner').uid, before, present.settings)\n",
    reason: 'all of it is done in the end',
    test: {
      file: 'src/shop-settings/settings-api.test.ts',
      title: 'PUT: a change is logged and told before anything else that may take long, or be interrupted',
    },
  },
  {
    row: "an owner's account in wrong hands",
    file: 'src/owners/notices/notices.ts',
    text: 'isNewest || index < maxListed',
    replacement: 'index < maxListed',
    reason: 'nobody reads more than twenty',
    test: {
      file: 'src/owners/notices/notices.contract.ts',
      title: 'listFor: the ${maxListed} newest, and the newest of each other kind',
      runBy: 'src/owners/notices/sqlite-notices.test.ts',
    },
  },
  {
    row: 'the number and who may add, on a phone that is left unlocked',
    file: 'src/shop-settings/settings-api.ts',
    text: '  if (changedOf(present, wanted).length === 0 || ',
    replacement: "  if (changedOf(present, wanted).every((name) => name === 'whoMayAdd') || ",
    reason: 'it leads no enquiry elsewhere, and owners are told',
    test: {
      file: 'test/shop/shop-settings.test.ts',
      title:
        'another contact, way to pay, or permission to add needs a sign-in of the last five minutes, and nothing else does',
    },
  },
  {
    row: "an owner's account in wrong hands",
    file: 'src/shop-settings/settings-api.ts',
    text: "  if (name === 'whoMayAdd') return settings[name] === 'anyone' ? 'anyone' : null\n",
    replacement: '',
    reason: 'each value is told as it is stored',
    test: {
      file: 'src/shop-settings/settings-api.test.ts',
      title: 'PUT: who may add is logged and told when anyone may, and when only owners may again',
    },
  },
  {
    row: 'the number and who may add, on a phone that is left unlocked',
    file: 'src/shop-settings/settings-api.ts',
    text: "  payment: 'payment',\n",
    replacement: '',
    reason: 'a text about payment seems to be no contact',
    test: {
      file: 'test/shop/shop-settings.test.ts',
      title:
        'another contact, way to pay, or permission to add needs a sign-in of the last five minutes, and nothing else does',
    },
  },
  {
    row: 'the number and who may add, on a phone that is left unlocked',
    file: 'src/shop-settings/settings-api.ts',
    text: "  delivery: 'payment',\n",
    replacement: '',
    reason: 'how to pay has a text of its own',
    test: {
      file: 'src/shop-settings/settings-api.test.ts',
      title: 'PUT: texts about delivery and about payment that change at once are logged, and told once',
    },
  },
  {
    row: "the window of 'Continue with Google' is blocked",
    file: 'app/account/account-client.ts',
    text: '    await this.#popup.preparePopup(this.#auth)\n',
    replacement: '',
    reason: 'what is loaded after the tap comes too late',
    test: {
      file: 'test/e2e/google-popup.spec.ts',
      title: 'the window opens within the click, even if nothing more can be loaded',
    },
  },
  {
    row: 'a removed owner completes a request in progress',
    file: 'src/owners/owners-only.ts',
    text: '        async () => prepare(await readJson(context, maxBytes)),\n        () => requireOwner(context),\n      ),\n',
    replacement:
      '        async () => readJson(context, maxBytes),\n        () => requireOwner(context),\n      ).then(prepare),\n',
    reason: 'authority is checked as soon as the body is there',
    test: {
      file: 'src/shop-settings/settings-api.test.ts',
      title: 'PUT: an owner who is removed while her photo is looked for is refused, and nothing is saved',
    },
  },
  {
    row: 'the number and who may add, on a phone that is left unlocked',
    file: 'src/shop-settings/settings-api.ts',
    text: 'if (version !== present.version) {',
    replacement: 'if (Number(version) < Number(present.version)) {',
    reason: 'the store compares versions, too',
    test: {
      file: 'src/shop-settings/settings-api.test.ts',
      title: 'PUT: a sign-in of an hour ago cannot bring a number back by guessing the next version',
    },
  },
]
