import type { Mutant } from './mutant.ts'

/** What the log, `/healthz` and other servers are told, and how much of it. */
export const mutantsOfLog: readonly Mutant[] = [
  {
    row: 'requests that fail on a full disk fill the log',
    file: 'src/web/middleware/error-response.ts',
    text: "code === 'internal' ? {} : takeLine(code)",
    replacement: "code === 'internal' ? takeLine(code) : {}",
    reason: 'bugs are limited, and failures are not',
    test: {
      file: 'src/web/middleware/error-response.test.ts',
      title: 'createFaultLog: of a full disk, one request a minute is logged; of bugs, each',
    },
  },
  {
    row: 'a full disk that also has the log ends the shop, or prevents it from ending',
    file: 'src/log.ts',
    text: '    if (!isFailing) flushSync()\n',
    replacement: '    flushSync()\n',
    reason: 'the last lines are tried for ever',
    test: {
      file: 'src/log.test.ts',
      title: 'createLog: a full disk neither stops the shop nor prevents it from exiting',
    },
  },
  {
    row: 'a full disk that also has the log ends the shop, or prevents it from ending',
    file: 'packages/sqlite/src/errors.ts',
    text: '  } finally {\n    // Even if standard error is a file on the same disk.\n    process.exit(1)\n  }\n',
    replacement: '  } catch {\n    // Nobody can be told.\n  }\n  process.exitCode = 1\n  throw new Error(reason)\n',
    reason: 'the process ends when it has nothing more to do',
    test: {
      file: 'packages/sqlite/src/failed-sync.test.ts',
      title: 'ends the process even when the line cannot be written',
    },
  },
  {
    row: 'long paths and aborted bodies fill the log',
    file: 'src/log.ts',
    text: 'serializers: { path: shorten }',
    replacement: 'serializers: { url: shorten }',
    reason: 'the field has another name',
    test: { file: 'test/shop/log.test.ts', title: 'log › a long path is truncated to 200 characters' },
  },
  {
    row: 'a flood of requests fills the disk with log lines, 6 MB a second, and makes journald drop important ones',
    file: 'src/web/middleware/request-log.ts',
    text: "    const added = takeLine('')\n    if (!added) return\n",
    replacement: "    const added = takeLine('') ?? {}\n",
    reason: 'lines are counted, and written all the same',
    test: {
      file: 'src/web/middleware/request-log.test.ts',
      title: 'logRequests: a flood of requests is logged with a limit; the next line has the number of omitted ones',
    },
  },
  {
    row: '`/healthz` tells strangers the version, whose defects are known, and how full the disk is',
    file: 'src/web/health.ts',
    text: 'proxyHeaders.every(',
    replacement: 'proxyHeaders.some(',
    reason: 'a proxy is recognised by all its headers together',
    test: {
      file: 'test/shop/health.test.ts',
      title:
        '/healthz: version, free space and counts › are answered neither through a proxy on this machine nor under another name',
    },
  },
  {
    row: 'abuse cannot be traced to an address',
    file: 'src/web/middleware/request-log.ts',
    text: '{ ...describe(context), client, ms,',
    replacement: '{ ...describe(context), ms,',
    reason: 'the address counts as private',
    test: {
      file: 'test/shop/log.test.ts',
      title: 'log › a request has the client’s address; a successful health check has no line',
    },
  },
  {
    row: 'behind a proxy that is not trusted, one visitor uses up the limits of all',
    file: 'src/web/middleware/proxy-warning.ts',
    text: '      hasWarned = true\n',
    replacement: '',
    reason: 'each request warns again',
    test: {
      file: 'src/web/middleware/proxy-warning.test.ts',
      title: 'warnOfUnknownAddresses › warns once of ${what} when no proxy is trusted',
    },
  },
  {
    row: 'the address of `SHOP_BACKUP_PING`, which may be a secret, is in the log, or redirects the shop elsewhere',
    file: 'src/backup/backup-ping.ts',
    text: "{ signal, redirect: 'manual' }",
    replacement: '{ signal }',
    reason: 'a dropped option: fetch follows redirects',
    test: {
      file: 'src/backup/backup-ping.test.ts',
      title:
        'the ping after a good backup › that gets ${what} is given up after three retries, and logged without its address',
    },
  },
  {
    row: 'the address of `SHOP_BACKUP_PING`, which may be a secret, is in the log, or redirects the shop elsewhere',
    file: 'src/backup/backup-ping.ts',
    text: 'throw new Error(`The answer was ${response.status}.`)',
    replacement: 'throw new Error(`The answer was ${response.status}. (${url.href})`)',
    reason: 'a line of the log says which address',
    test: {
      file: 'src/backup/backup-ping.test.ts',
      title:
        'the ping after a good backup › that gets ${what} is given up after three retries, and logged without its address',
    },
  },
  {
    row: 'the mail server quotes a message, and its link is in the log',
    file: 'src/mail/mailer.ts',
    text: '...(response === undefined && { message })',
    replacement: 'message',
    reason: 'the reason of a failure is in its message',
    test: {
      file: 'src/mail/mailer.test.ts',
      title: 'that refuses ${what}: its reply is neither in the log nor in the error',
    },
  },
]
