import type { Mutant } from './mutant.ts'

const names = 'test/faults/durable-names.test.ts'

/** What a power cut, or a process that is killed, must leave. */
export const mutantsOfDurability: readonly Mutant[] = [
  {
    file: 'src/photos/storage/disk-store.ts',
    text: '    if (files.length > 0) await syncFolder(folder)\n',
    replacement: '',
    reason: 'an item may be saved with a photo whose name is lost',
    test: { file: names, title: 'the files of a photo are synced before they get their names, its description last' },
  },
  {
    file: 'src/photos/storage/disk-store.ts',
    text: '    await putTogether(folder, files.slice(0, -1))\n    await putTogether(folder, files.slice(-1))\n',
    replacement: '    await putTogether(folder, files)\n',
    reason: 'a description may be there without its photo',
    test: { file: names, title: 'the files of a photo are synced before they get their names, its description last' },
  },
  {
    file: 'src/photos/storage/disk-store.ts',
    text: '      await syncFolder(to)\n      await syncFolder(from)\n',
    replacement: '      await syncFolder(from)\n      await syncFolder(to)\n',
    reason: 'the photo may have neither name',
    test: {
      file: names,
      title: 'a photo that moves to the trash or back has its new name before it loses the old one',
    },
  },
  {
    file: 'src/backup/worker/copy-photos.ts',
    text: '      syncFile(part)\n',
    replacement: '      void part\n',
    reason: 'a photo may have its name and no bytes, and no later backup stores it again',
    test: {
      file: names,
      title: 'the photos of a backup are synced before they get their names, and its manifest last',
    },
  },
  {
    file: 'src/backup/worker/make-backup.ts',
    text: '  syncFolder(join(folder, photosFolder))\n',
    replacement: '',
    reason: 'a complete backup may miss photos',
    test: {
      file: names,
      title: 'the photos of a backup are synced before they get their names, and its manifest last',
    },
  },
  {
    row: 'a restore that was interrupted is started as a shop with half of its data, or with the sessions of the backup',
    file: 'src/backup/restore-backup.ts',
    text: '    await restoreDatabases(backup, dataDir, manifest)\n    await options.complete?.(dataDir, checked)\n    // The last step: without the marker, the folder counts as complete.\n    await rm(join(dataDir, restoreMarker))\n',
    replacement:
      '    await rm(join(dataDir, restoreMarker))\n    await restoreDatabases(backup, dataDir, manifest)\n    await options.complete?.(dataDir, checked)\n',
    reason: 'the folder counts as complete before it has its databases',
    test: {
      file: 'test/shop/restore.test.ts',
      title: 'restore › that is killed ${what} leaves a folder that no shop starts on, until it is run again',
    },
  },
  {
    file: 'src/backup/backups.ts',
    text: '        await removeBackup(summary.path)\n',
    replacement: '',
    reason: 'it was made; whether it is good is another question',
    test: {
      file: 'src/backup/daily/daily-backup.test.ts',
      title: 'the shop’s own backups › one whose check is aborted, because the shop stops, is removed',
    },
  },
  {
    file: 'app/editor/upload/photo-uploads.ts',
    text: 'rejected ? errorMessage(rejected, messages) : this.failure(messages)',
    replacement: 'this.failure(messages)',
    reason: 'the message next to the photos seems to be enough: the piece is saved without the photo',
    test: {
      file: 'app/editor/upload/photo-uploads.test.ts',
      title: 'PhotoUploads.settled: rejects if a file is rejected meanwhile, and resolves without it the next time',
    },
  },
  {
    file: 'app/editor/draft.ts',
    text: 'if (draft && draft.writer !== this.#writer) location.reload()',
    replacement: 'if (draft && draft.idempotencyKey !== this.idempotencyKey) location.reload()',
    reason: 'it is the draft of the same piece',
    test: {
      file: 'test/e2e/drafts.spec.ts',
      title:
        'A page that comes back from the back/forward cache shows what was typed in a later one, and goes on with it',
    },
  },
  {
    file: 'app/editor/draft.ts',
    text: 'await deleteDraft(this.#key, this.idempotencyKey, input)',
    replacement: 'await deleteDraft(this.#key, this.idempotencyKey)',
    reason: 'what the draft says is saved',
    test: {
      file: 'test/e2e/drafts.spec.ts',
      title: 'draft-store › stores photos unchanged with the text; when the quota is exceeded, the text only',
    },
  },
  {
    file: 'app/manage/list/use-listed-items.ts',
    text: 'changedIds.has(id) || isOpen(id)',
    replacement: 'changedIds.has(id)',
    reason: 'the list shows what matches its filter',
    test: {
      file: 'test/e2e/reserving.spec.ts',
      title:
        '/manage: from the row › a form that was opened before another tab changed the piece › stays, with what is typed, while another tab takes the piece from the list, and removes it',
    },
  },
  {
    file: 'app/manage/list/item-lists.ts',
    text: 'shown !== before && shown !== item.version',
    replacement: 'shown === undefined',
    reason: 'the answer to a change has its latest version',
    test: {
      file: 'test/e2e/reserving.spec.ts',
      title: 'replaces no reservation and no price that it has not shown, and nothing typed is lost',
    },
  },
  {
    file: 'app/manage/owner-notices.tsx',
    text: 'isOwner === true && unreadBy === uid',
    replacement: 'false',
    reason: 'notices were asked for once, and the failure was said',
    test: {
      file: 'test/e2e/owner-notices.spec.ts',
      title:
        '/manage: notices › move no row when they come late, and are read again, once the list is there, if they could not be',
    },
  },
  {
    file: 'app/manage/manage.tsx',
    text: 'useDrafts(target !== undefined || isFormLoading)',
    replacement: 'useDrafts(target !== undefined || !list)',
    reason: 'without the list, there is no row to mark as unsaved',
    test: {
      file: 'test/e2e/owner-notices.spec.ts',
      title: '/manage: a piece that was typed and not saved is there with the list: it is read meanwhile',
    },
  },
  {
    file: 'app/manage/list/item-lists.ts',
    text: 'if (isUnclear) this.#listener.onStale()',
    replacement: '',
    reason: 'the answer to a change is newer than a list that was asked for before',
    test: {
      file: 'test/e2e/reserving.spec.ts',
      title: 'replaces no reservation and no price that it has not shown, and nothing typed is lost',
    },
  },
  {
    file: 'app/editor/item-form-controller.ts',
    text: 'if (this.hasInput) void restored',
    replacement: 'if (this.get().isSaving) void restored',
    reason: 'what was typed before a slow browser had read the draft is lost when the form closes',
    test: {
      file: 'test/e2e/manage-list.spec.ts',
      title:
        '/manage on a phone › Back and ‘← Back’ close the editor where the list was; changes stay, and are marked, until they are discarded, also where drafts are read slowly',
    },
  },
  {
    file: 'app/visitor/enquiry/own-list.ts',
    text: '    isLeaving = true\n    location.replace(enquiryListPath',
    replacement: '    location.replace(enquiryListPath',
    reason: 'the page is replaced at once',
    test: {
      file: 'test/e2e/enquiry-list.spec.ts',
      title:
        'In a shop with many pieces › the page of the enquiry keeps this browser’s list apart from the list of somebody else, and changes and shares it',
    },
  },
  {
    file: 'src/process/end-job.ts',
    text: '      if (isStopped) return undefined\n',
    replacement: '',
    reason: 'a shop that stops begins with what is next',
    test: {
      file: 'src/process/end-job.test.ts',
      title: 'end job: stops once what it is ending has ended, and begins nothing more',
    },
  },
]
