import type { Mutant } from './mutant.ts'

const takeover = 'packages/identity/test/account-takeover.test.ts'
const deviceCookie = 'packages/identity/test/device-cookie.test.ts'

/** Who gets an account, and who is kept out of one. */
export const mutantsOfAccounts: readonly Mutant[] = [
  {
    row: "strangers sign up under other people's addresses, or learn who has an account by trying",
    file: 'packages/identity/src/accounts/account-linking.ts',
    text: '  if (email !== account.email) requireOpenSignUp(context)\n',
    replacement: '',
    reason: 'linking is forgotten next to signing up',
    test: {
      file: 'packages/identity/test/closed-sign-up.test.ts',
      title: 'accounts that owners alone make › ${way} is refused: no account gets an address',
    },
  },
  {
    row: "strangers sign up under other people's addresses, or learn who has an account by trying",
    file: 'packages/identity/src/accounts/account-linking.ts',
    text: '  if (user.email !== null && !user.emailVerified) requireOpenSignUp(context)\n',
    replacement: '',
    reason: 'only an account that would be made is refused',
    test: {
      file: 'packages/identity/test/closed-sign-up.test.ts',
      title:
        'accounts that owners alone make › a provider whose users claim any address gets one answer for all, with or without an account',
    },
  },
  {
    row: "strangers sign up under other people's addresses, or learn who has an account by trying",
    file: 'packages/identity/src/methods/sendOobCode.ts',
    text: 'isSignUpOpen(context) ? mailCode : mailCodeInBackground',
    replacement: 'mailCode',
    reason: 'the link is refused when it is used',
    test: {
      file: 'packages/identity/test/closed-sign-up.test.ts',
      title:
        'accounts that owners alone make › a sign-in link is mailed to accounts only, and the answer does not say so',
    },
  },
  {
    row: 'strangers use up the mails that notify an owner of changes',
    file: 'src/mail/mailer.ts',
    text: "(await isOwner(mail.to)) ? 'toOwners' : 'toOthers'",
    replacement: "(await isOwner(mail.to)) || true ? 'toOthers' : 'toOwners'",
    reason: 'rate limits keep the number small',
    test: {
      file: 'src/mail/mailer.test.ts',
      title: 'a mail server that hangs › for the e-mails of strangers delays none to an owner, nor a notice',
    },
  },
  {
    row: 'a thief changes settings in a loop, until no mail of the shop is sent',
    file: 'src/mail/mailer.ts',
    text: "mail.kind === 'notice' ? 'notices' :",
    replacement: "mail.kind === 'notice' ? 'toOwners' :",
    reason: 'a notice is an e-mail to an owner',
    test: {
      file: 'src/mail/mailer.test.ts',
      title: 'a mail server that hangs › for notices delays no other e-mail to an owner',
    },
  },
  {
    row: 'a thief changes settings in a loop, until no mail of the shop is sent',
    file: 'src/owners/notices/notice-mail.ts',
    text: 'if (mails.take(to) === 0) return',
    replacement: 'if (mails.take(to) >= 0) return',
    reason: 'who changes settings has signed in a moment ago',
    test: {
      file: 'src/owners/notices/notify.test.ts',
      title: 'createNoticeMail: of many notices, 20 are mailed to each owner, and then 20 an hour; all are listed',
    },
  },
  {
    row: 'strangers keep the owner out with 50 wrong guesses, also after `owner reset`',
    file: 'packages/identity/src/abuse/attempt-limits.ts',
    text: '    if (device !== undefined) return toDeviceCounts(device, email)\n    return [\n',
    replacement:
      '    const own = device === undefined ? [] : toDeviceCounts(device, email)\n    return [\n      ...own,\n',
    reason: 'the allowance of a browser is one limit more, and not one of its own',
    test: {
      file: deviceCookie,
      title: 'a browser that ${way} signs in however many wrong guesses strangers made; others wait',
    },
  },
  {
    row: 'strangers keep the owner out with 50 wrong guesses, also after `owner reset`',
    file: 'packages/identity/src/accounts/accounts.ts',
    text: '    this.#devices.endAll(account.uid)\n',
    replacement: '',
    reason: 'sessions end, and cookies do not',
    test: { file: deviceCookie, title: 'a thief with a copied cookie is a stranger after ${what}' },
  },
  {
    row: 'strangers keep the owner out with 50 wrong guesses, also after `owner reset`',
    file: 'packages/identity/src/tokens/devices.ts',
    text: 'at: now().getTime(), previous })',
    replacement: 'at: now().getTime(), previous: previous && null })',
    reason: 'a sign-in whose answer is lost ends the cookie that the browser has',
    test: {
      file: deviceCookie,
      title: 'a device cookie › stays valid when the answers of sign-ins are lost, and those that were lost end',
    },
  },
  {
    row: 'strangers keep the owner out with 50 wrong guesses, also after `owner reset`',
    file: 'packages/identity/src/methods/lookup.ts',
    text: '  if (devices.hasPrevious(caller)) await atomicallyInGroup(() => devices.endPrevious(caller))\n',
    replacement: '  if (devices.hasPrevious(caller)) await atomicallyInGroup(() => undefined)\n',
    reason: 'a copy of the cookie from before lasts until the next sign-in',
    test: {
      file: deviceCookie,
      title: 'a device cookie › is replaced at each sign-in, and a copy of the one before ends when the browser ${how}',
    },
  },
  {
    row: 'e-mail enumeration',
    file: 'packages/identity/src/passwords/passwords.ts',
    text: '          await hashOf(password)\n',
    replacement: '',
    reason: 'no hash, no work: the time reveals who has an account',
    test: {
      file: 'packages/identity/test/passwords.test.ts',
      title:
        'the work of a request › is one hash for a wrong password, whether or not the address has an account, or the account a password',
    },
  },
  {
    row: 'passwords',
    file: 'packages/identity/src/passwords/passwords.ts',
    text: 'queue.run(device ?? widestNetwork(address), async',
    replacement: 'queue.run(widestNetwork(address), async',
    reason: 'a browser of the user waits for the strangers of its network',
    test: {
      file: 'packages/identity/src/passwords/passwords.test.ts',
      title: 'a flood of passwords › from the user’s own network lets a browser of the user have its turn',
    },
  },
  {
    row: 'passwords',
    file: 'packages/identity/src/methods/update.ts',
    text: "  if (wish.password && !wish.email && signedIn.account.email === null) throw new IdentityError('MISSING_EMAIL')\n",
    replacement: '',
    reason: 'anybody can be anonymous, and have passwords hashed',
    test: {
      file: 'packages/identity/test/passwords.test.ts',
      title: 'the work of a request › is no hash for an anonymous user’s password without an address, which is refused',
    },
  },
  {
    row: '3,000 refused sign-ins a second fill the log, and make journald drop `owner-added`',
    file: 'packages/identity/src/abuse/audit.ts',
    text: 'refusals.has(event) ? takeLine(event) : {}',
    replacement: 'takeLine(event)',
    reason: 'one limit for all events: a success counts too, and none is refused',
    test: {
      file: 'packages/identity/src/abuse/audit.test.ts',
      title: 'createAudit: every success is logged, also during a flood of refusals',
    },
  },
  {
    row: '`owner add ADDRESS` takes an account whose id looks like the address',
    file: 'packages/identity/src/accounts/administration.ts',
    text: "(who.includes('@') ? accounts.findByEmail(toEmail(who)) : undefined) ?? accounts.find(who)",
    replacement: "accounts.find(who) ?? (who.includes('@') ? accounts.findByEmail(toEmail(who)) : undefined)",
    reason: 'two steps in the wrong order',
    test: {
      file: 'packages/identity/test/administration.test.ts',
      title: 'administration › an address names the account with that address, not one with such an id',
    },
  },
  {
    row: 'a custom token survives `revoke`, for an account from when the clock was ahead',
    file: 'packages/identity/src/accounts/account.ts',
    text: 'validSince.getTime() !== createdAt.getTime()',
    replacement: 'validSince > createdAt',
    reason: 'a time that is later than the creation looks like the rule',
    test: {
      file: 'packages/identity/test/administration.test.ts',
      title: 'administration › revoke: custom tokens end, also of an account that was made while the clock was ahead',
    },
  },
  {
    row: 'brackets or quotes around an address make it another recipient, so that a mailbox gets more e-mails than one may',
    file: 'packages/identity/src/accounts/account.ts',
    text: String.raw`/^[^@\s\p{C}"()<>\\]+@[^@\s\p{C}"()<>\\]+$/u`,
    replacement: String.raw`/^[^@\s\p{C}]+@[^@\s\p{C}]+$/u`,
    reason: 'each spelling counts as a recipient of its own',
    test: {
      file: 'src/mail/action-emails.test.ts',
      title:
        'an e-mail of the identity service › is sent five times to one mailbox, whatever is written around its address',
    },
  },
  {
    row: 'twin accounts: a domain in punycode, with an ideographic full stop or a trailing dot',
    file: 'packages/identity/src/service.ts',
    text: '    respellAddresses(database)\n',
    replacement: '',
    reason: 'accounts of earlier versions are forgotten',
    test: {
      file: 'packages/identity/test/administration.test.ts',
      title: 'administration › an account of an earlier version is found, whichever way its domain was spelled',
    },
  },
  {
    file: 'packages/identity/src/http/provider-sign-in.ts',
    text: 'name: `sign-in-${state}`',
    replacement: "name: 'sign-in'",
    reason: 'one cookie for all: the second tab ends the sign-in of the first',
    test: {
      file: 'packages/identity/test/provider-sign-in.test.ts',
      title: 'provider sign-in › works in two tabs at once',
    },
  },
  {
    row: 'provider sign-in',
    file: 'packages/identity/src/http/provider-sign-in.ts',
    text: '    cookie?.remove(context)\n',
    replacement: '',
    reason: 'the cookie stays, and the provider is asked again and again',
    test: {
      file: 'packages/identity/test/provider-sign-in-attacks.test.ts',
      title:
        'attack on the redirect from a provider signs nobody in › repeated: the result is returned once, and the code redeemed once',
    },
  },
  {
    row: "a stolen ID token opens a session of its own (`validSince`), and ends the user's",
    file: 'packages/identity/src/methods/update.ts',
    text: "  if (isThere(request.validSince)) throw new IdentityError('INSUFFICIENT_PERMISSION')\n",
    replacement: '',
    reason: 'an unknown field seems to do no harm',
    test: {
      file: 'packages/identity/test/update-account.test.ts',
      title: 'sessions after a change › validSince is refused, so that a stolen ID token opens no session of its own',
    },
  },
  {
    row: 'an address from years ago recovers the account, and the one that a thief replaces is not notified',
    file: 'packages/identity/src/action-codes/code-mail.ts',
    text: '(before.emailVerified ? before.email : null) ?? initialEmail',
    replacement: 'initialEmail',
    reason: 'the first verified address gets every link',
    test: {
      file: takeover,
      title:
        'former e-mail address › gets a recovery link if it was the last verified one, even if another one was before',
    },
  },
  {
    row: 'a stranger signs up with the address that a thief has freed, and the recovery link fails',
    file: 'packages/identity/src/methods/update.ts',
    text: '    takeUnverifiedAddress(context, code.email)\n',
    replacement: '',
    reason: 'an address belongs to the account that has it',
    test: {
      file: takeover,
      title:
        'former e-mail address › recovers the account from a stranger who signed up with the address that became free',
    },
  },
]
