import type { Mutant } from './mutant.ts'

const passwords = 'packages/identity/src/passwords/passwords.test.ts'
const attempts = 'packages/identity/src/abuse/attempt-limits.test.ts'
const ownerAccounts = 'src/owners/embedded/owner-accounts.test.ts'
const links = 'packages/identity/test/action-codes.test.ts'
const providerAttacks = {
  file: 'packages/identity/test/provider-sign-in-attacks.test.ts',
  title: 'attack on the redirect from a provider signs nobody in',
}
const weakPasswords = 'a password that many people use, or of less than ten characters,'

/** Passwords, tokens, links in mail and other providers. */
export const mutantsOfSigningIn: readonly Mutant[] = [
  {
    row: 'ID tokens',
    file: 'packages/identity/src/tokens/verify-id-token.ts',
    text: "    algorithms: ['RS256'],\n",
    replacement: '',
    reason: 'the header of the token chooses the algorithm',
    test: { file: 'src/owners/access.test.ts', title: 'Access.identify › refuses ${name}' },
  },
  {
    row: 'ID tokens',
    file: 'packages/identity/src/tokens/verify-id-token.ts',
    text: '    audience: projectId,\n',
    replacement: '',
    reason: 'the issuer seems to name the project already',
    test: { file: 'src/owners/access.test.ts', title: 'Access.identify › refuses ${name}' },
  },
  {
    row: 'passwords',
    file: 'packages/identity/src/passwords/argon2.ts',
    text: 'memory: 19_456, passes: 2',
    replacement: 'memory: 19_456, passes: 1',
    reason: 'signing in is to be faster',
    test: { file: passwords, title: 'is hashed with the parameters that OWASP recommends' },
  },
  {
    row: 'sessions',
    file: 'packages/identity/src/tokens/sessions.ts',
    text: ' AND signed_in_at > :signedInAfter`)',
    replacement: ' AND last_used_at > :signedInAfter`)',
    reason: 'each use prolongs a stolen session for ever',
    test: {
      file: 'packages/identity/test/session-lifetime.test.ts',
      title: 'a refresh token › ends a year after the sign-in, however often it is used',
    },
  },
  {
    row: 'sessions',
    file: 'packages/identity/src/tokens/sessions.ts',
    text: 'const bounds = { usedAfter: time - lifetimesMs.idle,',
    replacement: 'const bounds = { usedAfter: time - lifetimesMs.inAll,',
    reason: 'one lifetime for both',
    test: {
      file: 'packages/identity/test/session-lifetime.test.ts',
      title: 'a refresh token › ends after 90 days without use',
    },
  },
  {
    row: 'passwords of owners',
    file: 'src/owners/passwords/owner-password.ts',
    text: '>= leastLength && !commonPasswords',
    replacement: '>= leastLength || !commonPasswords',
    reason: 'either rule seems enough',
    test: {
      file: ownerAccounts,
      title: `${weakPasswords} › is refused for an owner: by the link of \`owner add\`, and as a new password`,
    },
  },
  {
    row: 'passwords of owners',
    file: 'packages/identity/src/methods/resetPassword.ts',
    text: '  requireAllowedPassword(context, uid, newPassword)\n',
    replacement: '',
    reason: 'passwords are checked where a signed-in user changes them',
    test: {
      file: ownerAccounts,
      title: `${weakPasswords} › is refused for an owner: by the link of \`owner add\`, and as a new password`,
    },
  },
  {
    row: 'passwords of owners',
    file: 'src/owners/claiming.ts',
    text: '      requireOwnerPassword(password)\n',
    replacement: '',
    reason: 'the first owner is not an owner yet',
    test: { file: ownerAccounts, title: 'is refused when the shop is claimed, which leaves it unclaimed' },
  },
  {
    row: 'password guessing',
    file: 'packages/identity/src/abuse/attempt-limits.ts',
    text: '      [byAccount, email],\n',
    replacement: '',
    reason: 'account and address together seem to limit the account',
    test: { file: attempts, title: 'on one account from all addresses: fifty, then one a minute' },
  },
  {
    row: 'password guessing',
    file: 'packages/identity/src/abuse/attempt-limits.ts',
    text: '    if (device !== undefined) return toDeviceCounts(device, email)\n    return',
    replacement: '    return',
    reason: 'strangers at the same address use up her attempts',
    test: {
      file: attempts,
      title: 'in a browser of the user: ten, then ten an hour, whatever strangers do, also at the same address',
    },
  },
  {
    row: 'password guessing',
    file: 'packages/identity/src/abuse/attempt-limits.ts',
    text: '    [byAccount, email],\n  ]\n',
    replacement: '  ]\n',
    reason: 'a stolen session makes cookies, each with guesses of its own',
    test: {
      file: attempts,
      title:
        'in all browsers of the user: fifty, then fifty an hour, as a session gets another cookie with each new ID token',
    },
  },
  {
    row: 'action links in mail',
    file: 'app/account/account-action.tsx',
    text: "needs: ['identity', 'secrecy'] }",
    replacement: "needs: ['identity'] }",
    reason: 'the samples for proxies leave the code out of the addresses that they log',
    test: {
      file: 'test/shop/response-headers.test.ts',
      title:
        'pages whose address has a secret are stored nowhere, and their requests do not name it to the logs of proxies',
    },
  },
  {
    row: 'action links in mail',
    file: 'deploy/Caddyfile',
    text: 'replace oobCode REDACTED',
    replacement: '',
    reason: 'an address in the log seems to be harmless',
    test: {
      file: 'scripts/deploy.test.ts',
      title: '${file}: leave the codes of action links out of their logs, of requests and of errors',
    },
  },
  {
    row: 'action links in mail',
    file: 'deploy/nginx.conf',
    text: '\t\t\terror_log /var/log/nginx/error.log crit;\n',
    replacement: '',
    reason: 'the log of errors seems to have no addresses',
    test: {
      file: 'scripts/deploy.test.ts',
      title: '${file}: leave the codes of action links out of their logs, of requests and of errors',
    },
  },
  {
    row: 'action links in mail',
    file: 'packages/identity/src/tokens/secrets.ts',
    text: "return createHash('sha256').update(secret).digest()",
    replacement: 'return Buffer.from(secret)',
    reason: 'secrets of 256 bits seem to need no hash',
    test: { file: links, title: 'action code › is neither in the database nor in the log' },
  },
  {
    row: 'action links in mail',
    file: 'packages/identity/src/action-codes/code-table.ts',
    text: '        remove.run({ hash: hashSecret(code) })\n',
    replacement: '',
    reason: 'a code is checked and stays',
    test: { file: links, title: 'sign-in link › works once' },
  },
  {
    row: 'action links in mail',
    file: 'packages/identity/src/action-codes/code-table.ts',
    text: '  PASSWORD_RESET: hourMs,\n',
    replacement: '  PASSWORD_RESET: dayMs,\n',
    reason: 'users read their mail in the evening',
    test: { file: links, title: 'password reset › the link expires after an hour' },
  },
  {
    row: 'provider sign-in',
    file: 'packages/identity/src/federation/code-flow.ts',
    text: '        .setExpirationTime(new Date(now().getTime() + attemptLifetimeMs))\n',
    replacement: '',
    reason: 'the cookie has a lifetime already; a thief of it keeps it longer',
    test: providerAttacks,
  },
  {
    row: 'provider sign-in',
    file: 'packages/identity/src/federation/providers.ts',
    text: '    audience: [...clientIds],\n',
    replacement: '',
    reason: 'every application of the provider can sign its users in',
    test: {
      file: 'packages/identity/src/federation/providers.test.ts',
      title: 'an ID token of a provider › is refused when it was issued to another client',
    },
  },
  {
    file: 'packages/identity/src/action-codes/code-table.ts',
    text: '        removeSignInLinksTo.run({ email })\n',
    replacement: '',
    reason: 'sign-in links have no account, so that they survive a take-over',
    test: {
      file: 'packages/identity/test/account-takeover.test.ts',
      title: 'rejects every earlier code, including RECOVER_EMAIL',
    },
  },
  {
    file: 'packages/identity/src/federation/provider-client.ts',
    text: '  if (named !== issuer) throw new Error(`${issuer} says that it is ${named}`)\n',
    replacement: '  void named\n',
    reason: 'openid-client checks it, too, but makes exceptions',
    test: {
      file: 'packages/identity/src/federation/providers.test.ts',
      title: 'are refused if it differs in a slash only, with which openid-client would be content',
    },
  },
]
