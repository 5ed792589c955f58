import type { Mutant } from './mutant.ts'

const accessFile = 'src/owners/access.ts'
const changes = 'packages/identity/src/accounts/account-changes.ts'
const linking = 'packages/identity/src/accounts/account-linking.ts'
const limits = 'packages/identity/src/abuse/attempt-limits.ts'
const limitsTest = 'packages/identity/src/abuse/attempt-limits.test.ts'
const endedTest = 'src/owners/embedded/ended-sessions.test.ts'
const providersTest = 'packages/identity/test/providers-of-protected-accounts.test.ts'
const takeoverTest = 'packages/identity/test/account-takeover.test.ts'
const passingTest = 'packages/identity/src/accounts/pass-to-owner.test.ts'
const ended = 'an ID token › is refused from the millisecond in which its session ends: ${way}'

/** What of an account ends when, and what nobody else gets of it. */
export const mutantsOfAuthority: readonly Mutant[] = [
  {
    row: 'an ID token issued in the same second as a revocation survives it',
    file: 'packages/identity/src/tokens/open-sessions.ts',
    text: '    known.delete(toSessionId(hash as Uint8Array))\n',
    replacement: '',
    reason: 'a dropped invalidation: the cache keeps the session open',
    test: { file: endedTest, title: ended },
  },
  {
    row: 'a removed user signs the owner out',
    file: accessFile,
    text: 'sessions === undefined ? unknownSession : sessions.find(claims)',
    replacement: 'sessions?.find(claims) ?? unknownSession',
    reason: 'a session that has ended counts as one that is not known here',
    test: { file: endedTest, title: ended },
  },
  {
    row: 'a forged token is verified while its key is being replaced, and cached for an hour',
    file: accessFile,
    text: 'return sessions?.generation === generation ? claims : verifyNow(token, time)',
    replacement: 'return generation === undefined ? claims : claims',
    reason: 'a missing second look',
    test: { file: endedTest, title: 'is verified again when its key is replaced during verification' },
  },
  {
    row: 'a custom token on a lost phone signs in again after `revoke` or `owner reset`',
    file: 'packages/identity/src/methods/signInWithCustomToken.ts',
    text: 'if (hasEndedSince(issuedAt, account)) {',
    replacement: 'if (account.disabled) {',
    reason: 'its own hour is thought to be enough',
    test: { file: endedTest, title: 'a custom token › ends with the sessions of its account: ${way}' },
  },
  {
    row: 'in the cloud, a revoked token of an owner counts because the shop itself is refused by Firebase',
    file: 'src/owners/firebase-access.ts',
    text: "      if (await owners.has(visitor)) throw new ShopError('storage-unavailable', problems.ownersNotChecked, { cause })\n",
    replacement: '',
    reason: 'owners are treated like others',
    test: {
      file: 'src/owners/firebase-access.test.ts',
      title: 'while Firebase refuses the shop because ${what}, owners are refused, and one line says what to repair',
    },
  },
  {
    row: 'an ID token signed by Google, after a revocation in the cloud',
    file: 'src/owners/firebase-access.ts',
    text: 'account.validSince * 1000',
    replacement: 'account.validSince',
    reason: 'seconds are taken for milliseconds',
    test: {
      file: 'src/owners/firebase-access.test.ts',
      title: 'the token of an account ${what} is refused',
    },
  },
  {
    row: "a thief who has the owner's phone for a moment links a provider of their own, and survives 'sign out everywhere' and a new password",
    file: changes,
    text: '  unlinkUnvouched(context, uid, session)\n',
    replacement: '',
    reason: 'sessions end, and providers stay',
    test: {
      file: providersTest,
      title: 'a provider, for a protected account › that a thief has linked ends when she ${what}',
    },
  },
  {
    row: "a thief who has the owner's phone for a moment links a provider of their own, and survives 'sign out everywhere' and a new password",
    file: 'packages/identity/src/accounts/accounts.ts',
    text: "session?.signInProvider ?? '', before)",
    replacement: "session?.signInProvider ?? '', new Date(8.64e15))",
    reason: 'the provider is compared, and not who was linked when',
    test: { file: providersTest, title: 'with which she is signed in ends if another of its users was linked since' },
  },
  {
    row: "a thief who has the owner's phone for a moment links a provider of their own, and survives 'sign out everywhere' and a new password",
    file: 'packages/identity/src/accounts/update-profile.ts',
    text: '  if (changes.passwordHash !== undefined) unlinkUnvouched(context, uid, session)\n',
    replacement: '',
    reason: 'a new password ends sessions, and providers stay',
    test: {
      file: providersTest,
      title: 'a provider, for a protected account › that a thief has linked ends when she ${what}',
    },
  },
  {
    row: "a thief who has the owner's phone for a moment links a provider of their own, and survives 'sign out everywhere' and a new password",
    file: 'packages/identity/src/methods/signUp.ts',
    text: 'account: makeChanges(context, before, changes, token)',
    replacement: 'account: context.accounts.update(before.uid, { email, passwordHash })',
    reason: 'the first password ends no provider',
    test: {
      file: providersTest,
      title:
        'a provider, for a protected account › that a thief has linked ends when she adds a password to an account without one',
    },
  },
  {
    row: "a provider that vouches for any address opens an owner's account",
    file: linking,
    text: 'if (!user.emailVerified || context.isProtected(owner.uid))',
    replacement: 'if (!user.emailVerified)',
    reason: 'a verified address is thought to be proof enough',
    test: {
      file: providersTest,
      title: 'a provider, for a protected account › never joins it by its address, verified or not',
    },
  },
  {
    row: 'a provider that does not verify addresses opens an account that gets the address in the same turn',
    file: linking,
    text: 'if (!user.emailVerified || context.isProtected(owner.uid))',
    replacement: 'if (context.isProtected(owner.uid))',
    reason: 'addresses were checked before the transaction',
    test: {
      file: passingTest,
      title: 'signInWithIdp: an unverified address does not open an account that gets the address meanwhile',
    },
  },
  {
    row: "a provider's token from the last hour signs in again after `revoke` or `owner reset`",
    file: linking,
    text: '    refuseIfEnded(user, known)\n',
    replacement: '',
    reason: 'only a user who is linked for the first time is checked',
    test: {
      file: takeoverTest,
      title: 'provider’s ID token: does not sign in if issued before the sessions ended: ${way}',
    },
  },
  {
    row: 'a pending token, which each sign-in with it renews, signs in for ever, and always as a recent sign-in',
    file: 'packages/identity/src/methods/signInWithIdp.ts',
    text: "'pendingToken' in credential ? credential.pendingToken : ",
    replacement: "credential === undefined ? '' : ",
    reason: 'each answer has a new one',
    test: {
      file: 'packages/identity/test/sign-in-with-idp.test.ts',
      title: 'signInWithIdp: a pending token ends after an hour, however often it has signed in',
    },
  },
  {
    row: 'one of the two databases is put back from another time, and a stranger who had set up the account is an owner',
    file: 'src/owners/embedded/sqlite-owners.ts',
    text: 'granted !== noGrant && granted === grantIdOf(uid)',
    replacement: 'granted !== noGrant',
    reason: 'the list alone says who is an owner',
    test: {
      file: 'src/owners/embedded/grant-ids.test.ts',
      title:
        'files of different times: an account and the list of owners have the same random grant id, or she is no owner › the accounts of before `owner add` do not make the stranger an owner who had set one up',
    },
  },
  {
    row: 'a restored backup opens sessions again that were revoked, and its codes, keys and providers’ tokens are valid again',
    file: 'packages/identity/src/storage/end-access.ts',
    text: "'refresh_tokens', 'signing_keys'] as const",
    replacement: "'refresh_tokens'] as const",
    reason: 'a table is in no list',
    test: {
      file: 'packages/identity/src/storage/end-access.test.ts',
      title: 'endAllAccess: each table of the database either lets somebody in and is emptied, or is kept',
    },
  },
  {
    row: 'a restored backup opens sessions again that were revoked, and its codes, keys and providers’ tokens are valid again',
    file: 'packages/identity/src/storage/end-access.ts',
    text: "      database.prepare('UPDATE accounts SET valid_since = :now').run({ now: now.getTime() })\n",
    replacement: '',
    reason: 'tokens of providers have no table',
    test: {
      file: 'test/shop/restored-access.test.ts',
      title: 'a restored backup › ends a provider’s tokens of before',
    },
  },
  {
    row: "a link to a former, unverified address takes the owner's account",
    file: changes,
    text: 'return initialEmail ?? (emailVerified ? email : null)',
    replacement: 'return initialEmail ?? (emailVerified === null ? null : email)',
    reason: 'any former address is notified',
    test: { file: takeoverTest, title: 'former e-mail address › gets no recovery link if it was never verified' },
  },
  {
    row: "a link to a former, unverified address takes the owner's account",
    file: changes,
    text: '  if (endingCodes === undefined) codes.removeAllOf({ uid, email })\n',
    replacement: '  if (endingCodes === undefined) codes.removeOf(uid, codesOfPresentAddress)\n',
    reason: 'links to former addresses are forgotten',
    test: {
      file: takeoverTest,
      title:
        'account reclaimed by the owner of its e-mail address: ${way} › rejects every earlier code, including RECOVER_EMAIL',
    },
  },
  {
    row: "… in the cloud, and survives 'sign out everywhere'",
    file: 'src/owners/firebase-sessions.ts',
    text: '(await owners.has(visitor)) ? endOwnSessions(visitor) : revokeTokens(call, uid)',
    replacement: '(await owners.has(visitor)) ? revokeTokens(call, uid) : revokeTokens(call, uid)',
    reason: 'all tokens are revoked',
    test: {
      file: 'test/cloud/sign-out-everywhere.test.ts',
      title: 'cloud: signing an owner out everywhere › ends the provider that a thief has linked',
    },
  },
  {
    row: "… in the cloud, and survives 'sign out everywhere'",
    file: 'src/owners/firebase-sessions.ts',
    text: '    if ((await findUnvouched(owner)).length > 0) await endOwnSessions(owner, tries - 1)\n',
    replacement: '',
    reason: 'the providers that were found are removed',
    test: {
      file: 'test/cloud/sign-out-everywhere.test.ts',
      title:
        'createEndSessions: a provider that a thief links to an owner’s account until the thief’s sessions end is ended, too',
    },
  },
  {
    row: '… in the cloud',
    file: 'src/owners/firebase-accounts.ts',
    text: 'emailVerified && email === claimed.email && initialEmail === email',
    replacement: 'emailVerified && email === claimed.email',
    reason: 'the address is verified, and a link to a former one is still valid',
    test: {
      file: 'test/cloud/firebase-accounts.test.ts',
      title: 'owner add: the link mailed to the former address is worthless even if the new address was verified',
    },
  },
  {
    row: 'a restore of Firestore makes a removed owner an owner again, who is still signed in',
    file: 'src/owners/firebase-accounts.ts',
    text: 'await revokeTokens(call, uid, () => ({ customAttributes: JSON.stringify(others) }))',
    replacement: "await call('accounts:update', { localId: uid, customAttributes: JSON.stringify(others) })",
    reason: 'her sign-ins count no longer',
    test: {
      file: 'test/cloud/revoked-tokens.test.ts',
      title: 'of a removed owner is refused also when her document is restored: only a new sign-in counts then',
    },
  },
  {
    row: "a link that changes the address of an owner's account was mailed to a thief, and is used after `owner reset`, in the cloud",
    file: 'src/owners/firestore-owners.ts',
    text: 'owner !== undefined && owner.email === verifiedEmail?.toLowerCase() && signedInAt > owner.since',
    replacement: 'owner !== undefined && signedInAt > owner.since',
    reason: 'the account is the same',
    test: {
      file: 'test/cloud/firebase-accounts.test.ts',
      title: 'owner reset: a link that a thief had mailed before to change the address makes nobody an owner',
    },
  },
  {
    row: "a link that changes the address of an owner's account was mailed to a thief, and is used after `owner reset`, in the cloud",
    file: 'packages/identity/src/tokens/verify-id-token.ts',
    text: 'claims.data.email_verified ? claims.data.email : undefined',
    replacement: 'claims.data.email',
    reason: 'the address is the one that is listed',
    test: {
      file: 'test/cloud/firebase-accounts.test.ts',
      title: 'owner reset: a link that a thief had mailed before to change the address makes nobody an owner',
    },
  },
  {
    row: "a thief changes the address of the owner's account and survives `owner reset`",
    file: 'src/owners/claiming.ts',
    text: '      if (account.email !== owner.email && !isNamed) refuse(describeOtherAddress(owner, account))\n',
    replacement: '      if (!isNamed && account.email === undefined) refuse(describeOtherAddress(owner, account))\n',
    reason: 'the address that the account has now gets the link',
    test: {
      file: 'src/owners/claiming.contract.ts',
      title: 'reset: an account whose address has changed gets no link unless that address is named',
      runBy: 'src/owners/embedded/owner-accounts.test.ts',
    },
  },
  {
    row: "a thief changes the address of the owner's account and confirms it, and her recovery link ends",
    file: changes,
    text: 'return passToOwner(context, account, { ...profile, initialEmail }, codesOfPresentAddress)\n}\n\n/**\n * As `passToOwner`, to a user who has used',
    replacement:
      'return passToOwner(context, account, { ...profile, initialEmail })\n}\n\n/**\n * As `passToOwner`, to a user who has used',
    reason: 'a dropped option: all codes end',
    test: {
      file: takeoverTest,
      title: 'can be recovered after the attacker has verified the new address: ${way}',
    },
  },
  {
    row: "a thief removes the address of an owner's account, and neither her password, nor mail, nor `owner reset` opens it again",
    file: 'packages/identity/src/accounts/update-profile.ts',
    text: "return deleteAttribute?.includes('EMAIL') === true || deleteProvider?.includes('password') === true",
    replacement: "return deleteAttribute?.includes('EMAIL') === true",
    reason: 'the provider that is the address is forgotten',
    test: { file: takeoverTest, title: 'owner’s account keeps its address, password and mail: ${what} is refused' },
  },
  {
    row: "a thief changes the address of the owner's account and confirms it, and her recovery link ends",
    file: changes,
    text: '  if (!context.isProtected(account.uid)) return passToOwner(context, account, profile)\n',
    replacement: '  if (createdAt.getTime() > 0) return passToOwner(context, account, profile)\n',
    reason: 'a recovery ends all other codes',
    test: {
      file: takeoverTest,
      title:
        'owner’s account that a thief recovered with a link to an address of the thief › can still be recovered by each address that was hers',
    },
  },
  {
    row: "a thief changes the address of the owner's account and confirms it, and her recovery link ends",
    file: changes,
    text: '  context.codes.removeRecoverySince(account.uid, createdAt)\n',
    replacement: '',
    reason: 'links to former addresses are the owner’s',
    test: {
      file: takeoverTest,
      title: 'owner’s account recovered by the latest of her addresses: no later link of a thief is valid, or sent',
    },
  },
  {
    row: "a thief changes the address of the owner's account and confirms it, and her recovery link ends",
    file: 'packages/identity/src/methods/update.ts',
    text: '      auditEmailChange(context, before, after, caller)\n',
    replacement: '      await notifyOfEmailChange(context, { ...before, emailVerified: true }, after, caller)\n',
    reason: 'the address that is replaced gets a link',
    test: {
      file: takeoverTest,
      title: 'owner’s account recovered by the latest of her addresses: no later link of a thief is valid, or sent',
    },
  },
  {
    row: 'a link to another address, requested by a thief, takes the account a day after its owner signed out everywhere',
    file: changes,
    text: "  context.codes.removeOf(uid, ['VERIFY_AND_CHANGE_EMAIL'])\n",
    replacement: '',
    reason: 'only sessions end',
    test: {
      file: takeoverTest,
      title: 'link to change the e-mail address: is invalid after the sessions ended: ${way}',
    },
  },
  {
    row: 'a thief removes the address and sets another one through a provider, and the owner is not notified',
    file: changes,
    text: 'emailLinkSignIn: false, initialEmail: firstVerified(account) }',
    replacement: 'emailLinkSignIn: false }',
    reason: 'a removed address is not remembered',
    test: { file: takeoverTest, title: 'gets a recovery link when the next address comes from a provider' },
  },
  {
    row: 'a leaked backup signs tokens for an owner',
    file: 'packages/identity/src/tokens/signing-keys.ts',
    text: '    this.#loaded = undefined\n',
    replacement: '',
    reason: 'a dropped invalidation: the old key is in memory',
    test: {
      file: 'packages/identity/src/tokens/signing-keys.test.ts',
      title: 'replaced signing keys › verify no token any more, and neither does any earlier key',
    },
  },
  {
    row: 'a downgrade leaves sessions that the older version does not know',
    file: 'packages/sqlite/src/inspection.ts',
    text: '  if (version > knownVersion) throw startErrors.newer(file, version, knownVersion)\n',
    replacement: '',
    reason: 'the older version opens what it does not know',
    test: {
      file: 'packages/identity/src/storage/schema.test.ts',
      title: 'an earlier version, whose ID tokens do not name their session › refuses to open the file with one line',
    },
  },
  {
    row: 'a removed owner completes a request in progress',
    file: 'src/web/middleware/read-body.ts',
    text: '  await check()\n',
    replacement: '',
    reason: 'a missing second look after a slow body',
    test: {
      file: 'test/suites/managing-items.ts',
      title: 'an owner who is removed while the body is being sent is refused',
      runBy: 'test/shop/managing-items.test.ts',
    },
  },
  {
    row: 'a cookie sends a valid ID token with every picture',
    file: 'src/owners/token-sync.ts',
    text: 'path: identity.tokenSyncPath ?? sessionPath, maxAge',
    replacement: "path: '/', maxAge",
    reason: 'the usual path of a cookie',
    test: { file: 'src/owners/token-sync.test.ts', title: 'the cookie’s path is the sync path' },
  },
  {
    row: 'unlimited sign-ups and mails from a whole IPv6 network, or by evicting counts',
    file: limits,
    text: "        [signUps, ''],\n",
    replacement: '',
    reason: 'networks are limited, and all together are not',
    test: { file: limitsTest, title: 'signUp: limited to 3,000 at once in total' },
  },
  {
    row: 'unlimited sign-ups and mails from a whole IPv6 network, or by evicting counts',
    file: limits,
    text: 'limits.byAddress({ burst: 60, everySeconds: minute }, 100)',
    replacement: 'limits.byAddress({ burst: 60, everySeconds: minute })',
    reason: 'a dropped option: one /48 has the usual multiple of an address',
    test: {
      file: limitsTest,
      title: 'attempt limits: mails › one IPv6 /48 can use at most a third of all mails',
    },
  },
  {
    row: 'strangers use up the mails that notify an owner of changes',
    file: limits,
    text: '    if (isProtected && device !== undefined) return toDeviceCounts(device, email)\n',
    replacement: '',
    reason: 'her browser counts like any other',
    test: {
      file: limitsTest,
      title: 'an owner gets mail in a browser where she has signed in, however many strangers asked for',
    },
  },
  {
    row: 'a million anonymous accounts fill the disk',
    file: 'packages/identity/src/accounts/clean-up.ts',
    text: '(idleAccounts.hasMoreThan(manyAnonymous) ? idleOfManyMs : idleMs)',
    replacement: '(idleAccounts.hasMoreThan(manyAnonymous) ? idleMs : idleOfManyMs)',
    reason: 'the two are mixed up',
    test: {
      file: 'packages/identity/src/accounts/clean-up.test.ts',
      title:
        'clean-up: an anonymous account not in use and not seen for two days › is deleted if there are more than ten thousand',
    },
  },
  {
    row: 'five requests for a link end the one that `owner add` printed',
    file: 'packages/identity/src/action-codes/code-table.ts',
    text: '      orStorageUnavailable(() => insert.run(row))\n',
    replacement: '      removeOf.run({ uid: row.uid, purpose: row.purpose })\n      insert.run(row)\n',
    reason: 'a new code replaces the earlier ones',
    test: {
      file: 'packages/identity/test/action-codes.test.ts',
      title: 'action code › stays valid when strangers ask for others, also one that was printed for an owner',
    },
  },
  {
    row: 'a forged cookie of a provider sign-in is an error of the shop, with a line of the log for each request',
    file: 'packages/identity/src/federation/code-flow.ts',
    text: '{ ...sealAlgorithms, currentDate: now() }',
    replacement: '{ currentDate: now() }',
    reason: 'a cookie may name any algorithm',
    test: {
      file: 'packages/identity/test/provider-sign-in-attacks.test.ts',
      title:
        'attack on the redirect from a provider signs nobody in › with a cookie that names an algorithm of its own, which is no failure of the shop',
    },
  },
  {
    row: 'ten thousand starts of a provider sign-in end one that is under way',
    file: 'packages/identity/src/federation/code-flow.ts',
    text: '  const key = randomBytes(32)\n  return {\n    close: (attempt: Attempt): Promise<string> =>\n      new EncryptJWT({ attempt })\n',
    replacement:
      '  let key = randomBytes(32)\n  return {\n    close: (attempt: Attempt): Promise<string> =>\n      new EncryptJWT({ attempt, bytes: (key = randomBytes(32)).length })\n',
    reason: 'each start has a key of its own, and the shop keeps the last',
    test: {
      file: 'packages/identity/test/provider-sign-in-attacks.test.ts',
      title:
        'attack on the redirect from a provider signs nobody in › started 11,000 times by others, which end no sign-in that is under way',
    },
  },
  {
    row: "a stranger makes an account with another person's address, and she confirms it with one tap: the stranger's password stays",
    file: 'packages/identity/src/action-codes/code-mail.ts',
    text: "purpose.startsWith('VERIFY_') && uid !== null",
    replacement: "purpose === 'VERIFY_AND_CHANGE_EMAIL' && uid !== null",
    reason: 'the page cannot say when the account was made',
    test: {
      file: 'test/e2e/account-action.spec.ts',
      title:
        'verification link: says when the account was made; "This was not me" confirms nothing, and only a click does',
    },
  },
  {
    row: "a stranger makes an account with another person's address, and she confirms it with one tap: the stranger's password stays",
    file: 'packages/identity/src/action-codes/code-mail.ts',
    text: "purpose.startsWith('VERIFY_') && uid !== null",
    replacement: "purpose === 'VERIFY_EMAIL' && uid !== null",
    reason: 'an account with an address of its own seems to be its user’s',
    test: {
      file: 'packages/identity/test/action-codes.test.ts',
      title: 'a link that confirms an address says when the account was made: ${mode}',
    },
  },
]
