import type { Mutant } from './mutant.ts'

const testModeFolders = 'test/shop/test-mode-folders.test.ts'
const dataFolder = {
  file: 'packages/sqlite/src/data-folder.test.ts',
  title: 'creates the folder and its parents, accessible to their owner only',
}

/** The process, its files and its log. */
export const mutantsOfOperation: readonly Mutant[] = [
  {
    row: 'upgrades run by root',
    file: 'src/cli/release/upgrade.ts',
    text: '  if (digest !== expected) throw',
    replacement: '  if (expected === undefined) throw',
    reason: 'tar notices damage',
    test: {
      file: 'test/shop/installed-release.test.ts',
      title: 'an installed release › is upgraded › not with an archive that is damaged or has no digest',
    },
  },
  {
    row: 'upgrades run by root',
    file: 'src/cli/release/unfinished-upgrade.ts',
    text: '  process.seteuid?.(uid)\n',
    replacement: '',
    reason: 'root may write everywhere',
    test: {
      file: 'test/shop/installed-release.test.ts',
      title: 'upgrade, killed at a step: another upgrade ends it first, and nothing is lost',
    },
  },
  {
    row: 'upgrades run by root',
    file: 'src/cli/socket/upgrade-gate.ts',
    text: '    rmSync(marker, { force: true })\n',
    replacement: '',
    reason: 'the command that made it can remove it',
    test: {
      file: 'src/cli/socket/upgrade-gate.test.ts',
      title: 'waits until it is told to open, and says until then whether it is healthy',
    },
  },
  {
    file: 'src/photos/encoder/image-process.ts',
    text: '      ...(LD_LIBRARY_PATH !== undefined && { LD_LIBRARY_PATH }),\n',
    replacement: '',
    reason: 'the process for photos seems to need no variable of the shop',
    test: {
      file: 'test/images/encoder.test.ts',
      title: 'encoder: its process gets the folder of the libraries that Node needs, and no setting of the shop',
    },
  },
  {
    file: 'scripts/release/native-files.ts',
    text: 'if (found !== machine) return',
    replacement: 'if (found === undefined) return',
    reason: 'npm was told the processor',
    test: {
      file: 'scripts/release/native-files.test.ts',
      title: 'findWrongNativeFiles › names a file for another processor',
    },
  },
  {
    row: 'regular expressions',
    file: 'scripts/verify/regular-expressions/check-regular-expressions.ts',
    text: "if (verdict.status === 'vulnerable') {",
    replacement: "if (verdict.status === 'vulnerable' && verdict.complexity.type === 'exponential') {",
    reason: 'quadratic time seems fast enough',
    test: {
      file: 'scripts/verify/regular-expressions/check-regular-expressions.test.ts',
      title: 'a regular expression with quadratic time is reported with its file and line',
    },
  },
  {
    row: 'commands run by root',
    file: 'src/cli/data-folder-user.ts',
    text: '  setgid(gid)\n  setuid(uid)\n',
    replacement: '  setuid(uid)\n',
    reason: 'the user seems to say the group',
    test: {
      file: 'test/shop/command-settings.test.ts',
      title: 'root continues as the user who owns the data folder, and leaves no file of its own there',
    },
  },
  {
    row: 'commands run by root',
    file: 'src/cli/data-folder-user.ts',
    text: '  setgid(gid)\n  setuid(uid)\n',
    replacement: '  setuid(uid)\n  setgid(gid)\n',
    reason: 'who is no longer root may not change the group',
    test: {
      file: 'test/shop/command-settings.test.ts',
      title: 'root continues as the user who owns the data folder, and leaves no file of its own there',
    },
  },
  {
    row: 'test mode',
    file: 'packages/identity/src/storage/test-mode-mark.ts',
    text: 'if (!isEmpty) throw',
    replacement: 'if (!isEmpty && isTestMode) throw',
    reason: 'a folder for tests seems to need no protection',
    test: {
      file: testModeFolders,
      title: 'a data folder › of test mode, where anyone can sign in as anyone, is refused without it',
    },
  },
  {
    row: 'test mode',
    file: 'packages/identity/src/storage/test-mode-mark.ts',
    text: 'if (!isEmpty) throw',
    replacement: 'if (!isEmpty && !isTestMode) throw',
    reason: 'test mode opens any folder',
    test: { file: testModeFolders, title: 'a data folder › of a shop is refused in test mode' },
  },
  {
    row: 'test mode',
    file: 'src/config/config.ts',
    text: '  refuse(identity.isEmulator, `SHOP_IDENTITY_EMULATOR=1 lets anyone sign in as anyone: ${notPublic}`)\n',
    replacement: '',
    reason: 'a warning at the start seems enough',
    test: { file: 'src/config/config.test.ts', title: 'readConfig refuses' },
  },
  {
    row: 'Firestore',
    file: 'deploy/firestore.rules',
    text: 'allow read, write: if false;',
    replacement: 'allow read: if true;\n      allow write: if false;',
    reason: 'items are public',
    test: { file: 'scripts/deploy.test.ts', title: 'deny all access to browsers' },
  },
  {
    row: 'the log',
    file: 'src/web/middleware/request-log.ts',
    text: '    path: req.path,\n',
    replacement: '    path: incoming.url,\n',
    reason: 'a query helps to find an error, and has keys',
    test: {
      file: 'test/shop/start-and-stop.test.ts',
      title: 'has a line for each request, without tokens, keys or bodies',
    },
  },
  {
    row: 'the data folder',
    file: 'packages/sqlite/src/create-folder.ts',
    text: 'mkdirSync(each, { mode: 0o700 })',
    replacement: 'mkdirSync(each)',
    reason: 'the rights of the folder above seem to apply',
    test: dataFolder,
  },
  {
    row: 'the data folder',
    file: 'packages/sqlite/src/files.ts',
    text: "openSync(file, 'wx', 0o600)",
    replacement: "openSync(file, 'wx')",
    reason: 'the folder is private',
    test: dataFolder,
  },
]
