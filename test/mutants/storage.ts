import type { Mutant } from './mutant.ts'

const garbageTest = 'src/photos/trash.test.ts'
const keysTest = 'packages/identity/src/tokens/signing-keys.test.ts'

/** What was saved is not lost: backups, upgrades, clocks and failing disks. */
export const mutantsOfStorage: readonly Mutant[] = [
  {
    row: 'a data folder that was copied while the shop wrote to it opens with half of its data',
    file: 'src/backup/torn-copy.ts',
    text: '  for (const name of databaseNames) requireIntact(join(dataDir, name))\n',
    replacement: '',
    reason: 'the check of each start is thought to be enough',
    test: {
      file: 'test/shop/copied-data-folders.test.ts',
      title: 'a copy of the data folder › whose database was copied before its -wal file is refused',
    },
  },
  {
    row: 'a data folder that was copied while the shop wrote to it opens with half of its data',
    file: 'src/cli/services.ts',
    text: '  refuseTornDatabases(locked.path)\n',
    replacement: '',
    reason: 'the start seems to check it soon enough',
    test: {
      file: 'test/shop/copied-data-folders.test.ts',
      title:
        'a copy of the data folder › that lacks a database is refused by each command that would make it, so that the start refuses it still',
    },
  },
  {
    row: 'a data folder that was copied while the shop wrote to it opens with half of its data',
    file: 'src/backup/torn-copy.ts',
    text: 'new Set([...namesIn(folder), ...namesIn(join(folder, trashName))])',
    replacement: 'new Set(used.flat())',
    reason: 'photos are taken for stored because items name them',
    test: {
      file: 'test/shop/copied-data-folders.test.ts',
      title:
        'a copy of the data folder › whose photos were copied before its database is refused, unless it is to start without them',
    },
  },
  {
    row: 'a backup that was damaged, or is from a newer version, is restored, or writes outside of the data folder',
    file: 'src/backup/manifest.ts',
    text: '  if (digestOf(manifest) !== digest) throw damaged(path)\n',
    replacement: '',
    reason: 'the digest is written and not compared',
    test: {
      file: 'src/backup/manifest.test.ts',
      title: 'a manifest with any flipped bit is refused, or means the same',
    },
  },
  {
    row: 'a backup that was damaged, or is from a newer version, is restored, or writes outside of the data folder',
    file: 'src/backup/manifest.ts',
    text: 'name: z.string().refine(isFileName)',
    replacement: 'name: z.string().min(1)',
    reason: 'a name is any text',
    test: { file: 'src/backup/manifest.test.ts', title: 'a manifest that names files elsewhere is refused' },
  },
  {
    file: 'src/backup/worker/make-backup.ts',
    text: 'stored.has(file.name) ||',
    replacement: 'stored.has(descriptionName(photoIdOfFile(file.name))) ||',
    reason: 'a photo with a description is taken for complete, and its lost picture goes with the last old backup',
    test: {
      file: 'src/backup/daily/daily-backup.test.ts',
      title:
        'a photo that the shop has lost › is kept file by file: one that is lost stays in each backup while a copy is undamaged',
    },
  },
  {
    row: 'a restore that was interrupted is started as a shop with half of its data, or with the sessions of the backup',
    file: 'src/backup/restore-backup.ts',
    text: '    await options.complete?.(dataDir, checked)\n    // The last step: without the marker, the folder counts as complete.\n    await rm(join(dataDir, restoreMarker))\n',
    replacement: '    await rm(join(dataDir, restoreMarker))\n    await options.complete?.(dataDir, checked)\n',
    reason: 'two steps in the wrong order',
    test: {
      file: 'test/shop/restore.test.ts',
      title: 'restore › that is killed ${what} leaves a folder that no shop starts on, until it is run again',
    },
  },
  {
    file: 'src/backup/restore-backup.ts',
    text: '    else raiseVersions(file, Math.floor(now.getTime() / 1_000))\n',
    replacement: '',
    reason: 'a restored database seems to need nothing else',
    test: {
      file: 'test/shop/restored-access.test.ts',
      title: 'a restored backup › lets no page that was open before it overwrite what was saved since',
    },
  },
  {
    file: 'src/catalogue/sqlite/raise-versions.ts',
    text: "['item', 'shop_settings']",
    replacement: "['item']",
    reason: 'a table is left out',
    test: {
      file: 'test/shop/restored-access.test.ts',
      title: 'a restored backup › lets no page that was open before it overwrite what was saved since',
    },
  },
  {
    row: 'an upgrade is interrupted, or has to be undone',
    file: 'src/cli/services.ts',
    text: '  if (mayBeUndone(locked.path)) {',
    replacement: "  if (locked.path === '') {",
    reason: 'the lock of the data folder seems to be enough',
    test: {
      file: 'src/cli/socket/upgrade-gate.test.ts',
      title: 'a shop that is upgraded › has no command store anything that would go with the upgrade',
    },
  },
  {
    row: 'an upgrade is interrupted, or has to be undone',
    file: 'packages/sqlite/src/database.ts',
    text: '    if (from > 0 && from < to) copyBeforeUpgrade(file, { from, to }, log)\n    return openForWriting(file, migrations)\n',
    replacement:
      '    const database = openForWriting(file, migrations)\n    if (from > 0 && from < to) copyBeforeUpgrade(file, { from, to }, log)\n    return database\n',
    reason: 'the copy is made after the upgrade',
    test: {
      file: 'packages/sqlite/src/upgrade-copy.test.ts',
      title: 'can be undone: the copy, put in the place of the file, opens in the earlier version',
    },
  },
  {
    row: 'an upgrade is interrupted, or has to be undone',
    file: 'packages/sqlite/src/upgrade-copy.ts',
    text: '  if (existsSync(`${file}-wal`)) throw startErrors.notClosed(file)\n',
    replacement: '',
    reason: 'closing a database seems to end its -wal file',
    test: {
      file: 'packages/sqlite/src/upgrade-copy.test.ts',
      title: 'is not undone while another program has the upgraded one open: nothing is changed, and again it works',
    },
  },
  {
    row: 'an upgrade is interrupted, or has to be undone',
    file: 'packages/sqlite/src/database.ts',
    text: '  inTransaction(database, () => {\n    for (const script of missing) database.exec(script)\n    database.exec(`PRAGMA user_version = ${migrations.length}`)\n  })\n',
    replacement:
      '  for (const script of missing) inTransaction(database, () => database.exec(script))\n  database.exec(`PRAGMA user_version = ${migrations.length}`)\n',
    reason: 'each migration has a transaction of its own',
    test: {
      file: 'packages/sqlite/src/upgrade-copy.test.ts',
      title:
        'an upgrade that is killed › before any call of SQLite or the file system: the next start has everything, and so does the copy',
    },
  },
  {
    row: "an empty database, or another shop's bucket, has all photos deleted",
    file: 'src/photos/garbage-collection.ts',
    text: 'lost.length > used.size',
    replacement: 'lost.length > old.size',
    reason: 'compared with all photos, of which the lost ones are a part',
    test: {
      file: garbageTest,
      title:
        'a mass removal of photos › is refused when more than half, and more than 20, of the photos that items ever used would be removed',
    },
  },
  {
    row: "an empty database, or another shop's bucket, has all photos deleted",
    file: 'src/photos/trash.ts',
    text: 'files.some(({ modifiedAt }) => modifiedAt >= before)',
    replacement: 'files.every(({ modifiedAt }) => modifiedAt >= before)',
    reason: '`every` for `some` in the second look',
    test: {
      file: garbageTest,
      title:
        'photos that no item uses › are not deleted if they were restored and moved there again since they were listed',
    },
  },
  {
    row: 'strangers upload photos that look as if items had lost them, which stops garbage collection',
    file: 'src/photos/photo-library.ts',
    text: 'if (isUsed && found.isNew)',
    replacement: 'if (found.isNew)',
    reason: 'a photo counts as used before its item is saved',
    test: {
      file: 'test/shop/photos-api.test.ts',
      title: 'a photo is no longer new once an item is saved with it, but not after a refused item',
    },
  },
  {
    row: 'each request for an unknown photo lists the trash',
    file: 'src/photos/photo-library.ts',
    text: 'if (!found && (await this.#isInTrash(descriptionName(id)))) {',
    replacement: 'if (!found) {',
    reason: 'the list says whether it is there, too',
    test: { file: garbageTest, title: 'a request for an unknown photo does not list the trash' },
  },
  {
    row: 'each request for the offset of an upload, or each photo that is deleted for good, lists all photos',
    file: 'src/photos/photo-library.ts',
    text: 'this.#store.list(photo.id, names)',
    replacement: 'this.#store.list(photo.id)',
    reason: 'the id of the photo seems to be enough',
    test: {
      file: 'test/images/photo-library.test.ts',
      title: 'findByContent: a read writes nothing, and does not list all photos',
    },
  },
  {
    row: 'photos that are in use are deleted: one process restores a photo which another one is moving to the trash',
    file: 'src/photos/garbage-collection.ts',
    text: '    if (used.has(id)) count.restored += Number(await library.restore(id, names))\n',
    replacement:
      '    if (used.has(id) && (await store.trash.modifiedAt(`${id}.json`))) count.restored += Number(await library.restore(id, names))\n',
    reason: 'only a whole photo seems to be worth restoring',
    test: { file: garbageTest, title: 'a part of one in use, which another process was moving, is never deleted' },
  },
  {
    row: 'photos that are in use are deleted: one process restores a photo while another one deletes it from the trash',
    file: 'src/photos/trash.ts',
    text: 'for (const name of descriptionFirst(id, files)) await trash.remove(name)',
    replacement: 'for (const { name } of files) await trash.remove(name)',
    reason: 'the order in which they are listed',
    test: {
      file: garbageTest,
      title:
        'photos that no item uses › one that another process begins to use while it is deleted has all its files, or does not exist',
    },
  },
  {
    row: 'backups fill the disk that items and accounts need',
    file: 'src/backup/free-space.ts',
    text: ' + reservedBytes(size) * keptShare',
    replacement: '',
    reason: 'a backup takes the last bytes of the disk, and the shop saves nothing any more',
    test: {
      file: 'src/backup/free-space.test.ts',
      title: 'requireFreeSpace › leaves room for what the shop saves next, on ${disk}',
    },
  },
  {
    row: 'a clock jump deletes everything that waits for thirty days',
    file: 'src/catalogue/purge-job.ts',
    text: "      if (distrust !== undefined) return log.warn({ reason: distrust }, 'the purge of removed items is skipped')\n",
    replacement:
      "      if (distrust !== undefined) log.warn({ reason: distrust }, 'the purge of removed items is skipped')\n",
    reason: 'it warns, and purges',
    test: {
      file: 'src/catalogue/purge-job.test.ts',
      title: 'purge job: purges nothing when the clock jumped a month ahead',
    },
  },
  {
    row: 'a clock jump deletes everything that waits for thirty days',
    file: 'src/process/clock-check.ts',
    text: '    trust?.(new Date(now()))\n    return undefined\n',
    replacement: '    return undefined\n',
    reason: 'a restart does not know when the shop ran last',
    test: {
      file: 'src/process/clock-check.test.ts',
      title: 'remembers a jump after a restart, even if other files were written since',
    },
  },
  {
    row: 'a clock jump deletes everything that waits for thirty days',
    file: 'src/process/clock-check.ts',
    text: 'if (distrustedMs >= 0 && distrustedMs <= longestPauseMs) steadySince',
    replacement: 'if (distrustedMs >= 0) steadySince',
    reason: 'two starts with another month each look like a day without a jump',
    test: {
      file: 'src/process/clock-check.test.ts',
      title:
        'a shop that is stopped every night, after weeks without a run › a jump ${what} between two starts: another day',
    },
  },
  {
    row: 'a clock that is set back blocks everybody for a day',
    file: 'packages/rate-limit/src/rate-limits.ts',
    text: 'now = () => performance.now(), secret }: RateLimitsOptions',
    replacement: 'now = Date.now, secret }: RateLimitsOptions',
    reason: 'the wall clock looks the same in a test',
    test: { file: 'src/web/shop-limits.test.ts', title: 'limits: changes of the wall clock have no effect' },
  },
  {
    row: 'after a failed sync, later answers are lost',
    file: 'packages/sqlite/src/errors.ts',
    text: '    if (syncFailures.has(resultCode ?? 0)) exitAfterFailedSync(`SQLite ${resultCode}`)\n',
    replacement: '',
    reason: 'a failed sync is an error like others',
    test: {
      file: 'packages/sqlite/src/failed-sync.test.ts',
      title: 'ends the process with one line when the disk fails to sync: ${name}',
    },
  },
  {
    row: 'after a failed sync, later answers are lost',
    file: 'packages/sqlite/src/durable-writes.ts',
    text: '      exitAfterFailedSync((error as NodeJS.ErrnoException).code ?? String(error))\n',
    replacement: '      throw error\n',
    reason: 'the request fails, and the next sync succeeds',
    test: {
      file: 'packages/identity/src/storage/group-transaction.test.ts',
      title: 'ends the process with one line when the disk fails to sync; the restart has every acknowledged change',
    },
  },
  {
    row: 'a full disk when the next key is due blocks all sign-ins',
    file: 'packages/identity/src/tokens/signing-keys.ts',
    text: 'until: isKept ? dueAt : retryAt() }',
    replacement: 'until: dueAt }',
    reason: 'the full disk is tried with each request',
    test: {
      file: keysTest,
      title:
        'signing keys on a full disk › continue to sign and verify when the next one is due, which is created once there is space',
    },
  },
  {
    row: 'a full disk when the next key is due blocks all sign-ins',
    file: 'packages/identity/src/tokens/signing-keys.ts',
    text: '      if (newest === undefined || failureCodeOf(error) === undefined) throw error\n',
    replacement: '      if (error !== undefined) throw error\n',
    reason: 'keys in memory stay, and a restart has none',
    test: { file: keysTest, title: 'signing keys on a full disk › are used by a shop that starts then' },
  },
  {
    row: 'a full or read-only disk goes unnoticed',
    file: 'src/process/storage-health.ts',
    text: '      for (const probe of probes) await probe()\n',
    replacement: '      await Promise.any(probes.map((probe) => probe()))\n',
    reason: 'one place that can be written to is enough',
    test: {
      file: 'src/process/storage-health.test.ts',
      title: 'reports a failure until every place can be written to',
    },
  },
  {
    row: 'a full or read-only disk goes unnoticed',
    file: 'src/process/storage-health.ts',
    text: "    trouble = undefined\n    log.info('the storage works again')\n",
    replacement: "    log.info('the storage works again')\n",
    reason: 'a load balancer takes the shop out of service for good',
    test: {
      file: 'src/process/storage-health.test.ts',
      title: 'reports an item that cannot be saved, until saving works again',
    },
  },
  {
    row: 'a document of another program takes a place in the list but cannot be shown, or is shown out of date',
    file: 'src/domain/item.ts',
    text: '.test(value) && !isReserved\n',
    replacement: '.test(value)\n',
    reason: 'the pattern is thought to be the whole rule',
    test: { file: 'src/domain/item.test.ts', title: 'isItemId: refuses ids that the API and Firestore reserve' },
  },
  {
    row: 'a disk that takes a second for a sync delays every page',
    file: 'src/photos/storage/disk.ts',
    text: '  return syncs(() => file.sync())\n',
    replacement: '  return file.sync()\n',
    reason: 'the files of a photo are synced at once',
    test: {
      file: 'test/faults/slow-disk.test.ts',
      title:
        'a disk that takes a second for a sync › photos are served while the files of a new photo wait for it, one after the other',
    },
  },
  {
    row: 'a clock that was wrong for an hour deletes data, or locks users out',
    file: 'src/cli/services.ts',
    text: ', cleansUp: false }',
    replacement: ' }',
    reason: 'what a shop cleans up, a command seems to clean up as well',
    test: {
      file: 'test/faults/clock.test.ts',
      title: 'a clock that is a month ahead while a command runs: nothing is deleted',
    },
  },
  {
    row: 'a clock that was wrong for an hour deletes data, or locks users out',
    file: 'packages/identity/src/tokens/id-tokens.ts',
    text: "auth_time: Math.min(Number(claims['auth_time']), iat)",
    replacement: "auth_time: Number(claims['auth_time'])",
    reason: 'who signed in while the clock was ahead waits until then',
    test: {
      file: 'packages/identity/src/service.test.ts',
      title: 'issue: a sign-in while the clock was ahead counts as just now',
    },
  },
  {
    row: 'a clock that was wrong for an hour deletes data, or locks users out',
    file: 'packages/identity/src/tokens/signed-in.ts',
    text: 'if (error.cause instanceof errors.JWTExpired) return',
    replacement: "if (idToken === '' && error.cause instanceof errors.JWTExpired) return",
    reason: 'a user whose token the clock of the server ended early is signed out',
    test: {
      file: 'packages/identity/test/client-session.test.ts',
      title: 'server failure › a clock that was five hours behind: the user stays signed in and gets a new ID token',
    },
  },
  {
    row: 'a clock that was wrong for an hour deletes data, or locks users out',
    file: 'packages/identity/src/tokens/signed-in.ts',
    text: 'return openSessions.find(readClaims(error.cause.payload)) !== undefined',
    replacement: 'return true',
    reason: 'an expired token of an ended session is answered as one of an open session',
    test: {
      file: 'packages/identity/test/client-session.test.ts',
      title:
        'server failure › an expired ID token grants nothing while its session is open, and is invalid once it has ended',
    },
  },
  {
    row: 'a clock that was wrong for an hour deletes data, or locks users out',
    file: 'packages/identity/src/tokens/devices.ts',
    text: 'uid = :uid AND hash <> :added ORDER',
    replacement: 'uid = :uid AND :added IS NOT NULL ORDER',
    reason: 'a new cookie is thought to be the newest',
    test: {
      file: 'packages/identity/test/device-cookie.test.ts',
      title:
        'a device cookie › is valid although the account has five of browsers that signed in while the clock was ahead',
    },
  },
  {
    row: 'stalled uploads take every slot',
    file: 'src/web/http-server.ts',
    text: '    requestTimeout: timeoutsMs.request,\n',
    replacement: '',
    reason: 'Node has a timeout of its own, of five minutes',
    test: {
      file: 'src/web/http-server.test.ts',
      title: 'listen: a request may take 30 seconds to arrive, and its headers ten',
    },
  },
  {
    row: 'stalled uploads take every slot',
    file: 'src/photos/photos-api.ts',
    text: 'uploads.append(key, offset, incoming, networkOf(context))',
    replacement: 'uploads.append(key, offset, incoming)',
    reason: 'the network may be left out',
    test: {
      file: 'test/faults/stalled-uploads.test.ts',
      title: '200 stalled uploads: others go on, memory is bounded, each is ended, and no file stays',
    },
  },
]
