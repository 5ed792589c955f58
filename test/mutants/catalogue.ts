import type { Mutant } from './mutant.ts'

/** Items, their pages and the photos that they use. */
export const mutantsOfCatalogue: readonly Mutant[] = [
  {
    file: 'app/item/load-more-pieces.ts',
    text: '      items.map(({ id }) => id),\n',
    replacement: '      [],\n',
    reason: 'the page stays in the cache when a piece that it shows changes',
    test: {
      file: 'test/shop/page-cache.test.ts',
      title: 'shows another item at its new price at once, and no longer once that is hidden',
    },
  },
  {
    file: 'src/catalogue/sqlite/item-table.ts',
    text: 'fields = json_patch(fields, ?)',
    replacement: "fields = json_patch('{}', ?)",
    reason: 'a change seems to have all fields',
    test: {
      file: 'src/catalogue/sqlite/sqlite-store.test.ts',
      title: 'SQLite store: fields › update: those of a later version stay in the database',
    },
  },
  {
    file: 'src/catalogue/sqlite/item-table.ts',
    text: 'if (photoIdsOf(before).length > 0) this.#query',
    replacement: 'if (photoIdsOf(after).length > 0) this.#query',
    reason: 'photos of an item that loses all of them count as used for ever',
    test: {
      file: 'src/catalogue/photos.contract.ts',
      title: 'usedPhotos: once an address replaces all photos of an item, none of them is used',
      runBy: 'src/catalogue/sqlite/sqlite-store.test.ts',
    },
  },
  {
    file: 'src/catalogue/sqlite/sqlite-store.ts',
    text: '    this.#index.current.apply(changes)\n',
    replacement: '    setImmediate(() => this.#index.current.apply(changes))\n',
    reason: 'pages that are rendered after a change show what was before it',
    test: {
      file: 'src/catalogue/search/changing.contract.ts',
      title: 'watchers that are told of a change find it',
      runBy: 'src/catalogue/sqlite/search.test.ts',
    },
  },
  {
    file: 'src/catalogue/search/match-words.ts',
    text: '    if (((states[row] ?? 0) & bit) === 0) continue\n',
    replacement: '',
    reason: 'hidden items decide what a visitor finds',
    test: {
      file: 'src/catalogue/search/words.contract.ts',
      title: 'words that begin like one are found only if they are in more items than the word itself',
      runBy: 'src/catalogue/sqlite/search.test.ts',
    },
  },
  {
    file: 'src/catalogue/search/catalogue-index.ts',
    text: '      if (before !== undefined && !this.has(id)) continue\n',
    replacement: '',
    reason: 'an item that is changed while the index is filled is out of order',
    test: {
      file: 'src/catalogue/sqlite/search.test.ts',
      title: 'SQLite store: a large index is filled after the start, and has what was changed meanwhile',
    },
  },
  {
    file: 'src/catalogue/search/catalogue-search.ts',
    text: 'return this.#find(ids).filter(isVisible).map(',
    replacement: 'return this.#find(ids).map(',
    reason: 'the home page shows the cover of a piece that was hidden just now',
    test: {
      file: 'src/catalogue/search/changing.contract.ts',
      title: 'a category has the spelling of its newest item, also when that is taken out',
      runBy: 'src/catalogue/sqlite/search.test.ts',
    },
  },
  {
    file: 'src/catalogue/search/facet-counts.ts',
    text: '    else if (listedAt === counted.newest) counted.name = undefined\n',
    replacement: '',
    reason: 'a category keeps the spelling of an item that is no longer in it',
    test: {
      file: 'src/catalogue/search/changing.contract.ts',
      title: 'a category has the spelling of its newest item, also when that is taken out',
      runBy: 'src/catalogue/sqlite/search.test.ts',
    },
  },
  {
    file: 'src/pages/pages.ts',
    text: " || request.header('Sec-Fetch-Mode') === 'cors'",
    replacement: '',
    reason: 'a page that is streamed has the status of one that could be read',
    test: {
      file: 'test/e2e/loading.spec.ts',
      title:
        "shows 'Loading…', then the item or 'Item not found.', which it does not say of an item that cannot be read; one that was shown stays, and follows the next change",
    },
  },
  {
    file: 'src/pages/pages.ts',
    text: "path.replaceAll('.', '%2E')",
    replacement: "path.replace('.', '%2E')",
    reason: 'of two dots, the second one may still make a page data',
    test: { file: 'test/shop/pieces.test.ts', title: 'a category’s name may have any characters' },
  },
  {
    file: 'src/catalogue/firestore/latest-items.ts',
    text: 'ids: [], documents: known, unlisted: []',
    replacement: 'ids: [], documents: [], unlisted: []',
    reason: 'a piece that another process adds while the listeners start is in no list for six hours',
    test: {
      file: 'test/cloud/mirror.test.ts',
      title:
        'cloud: the index of a process › filled before the first list of the newest items came, it has what was added in between',
    },
  },
  {
    file: 'src/catalogue/firestore/latest-items.ts',
    text: 'before.every(({ item }) => item.id !== last.item.id)',
    replacement: 'before.every(({ item }) => now.every((other) => item.id !== other.item.id))',
    reason: 'a piece that a wrong clock put first is on every list, and others are in no search for six hours',
    test: {
      file: 'test/cloud/mirror.test.ts',
      title:
        'cloud: the index of a process › is filled again at once when many pieces come, also below one from when a clock was ahead',
    },
  },
  {
    file: 'app/visitor/live-list/refetch-on-revision.ts',
    text: 'return expected === undefined || current === undefined || current >= expected',
    replacement: 'return true',
    reason: 'the page that another process answers as it was stays so until the next change',
    test: {
      file: 'test/e2e/live-list.spec.ts',
      title:
        '2. Live pages of a shop of several processes › that another process answers as they were, as it does not know of the change yet, ask once more',
    },
  },
  {
    file: 'src/catalogue/firestore/mirror/mirror.ts',
    text: '    for (const id of ids) this.#deleted.set(id, Infinity)\n',
    replacement: '',
    reason: 'a document that was read before the purge is taken over after it',
    test: {
      file: 'src/catalogue/firestore/mirror/mirror.test.ts',
      title: 'an item that is purged while it is being read does not come back',
    },
  },
  {
    file: 'src/shop-settings/firestore-settings.ts',
    text: '    if (this.#known !== undefined && known.at < this.#known.at) return\n',
    replacement: '',
    reason: 'pages show the former settings until the listener reports again',
    test: {
      file: 'src/shop-settings/firestore-settings.test.ts',
      title: 'an older report of the listener, after a newer write of this process, changes nothing',
    },
  },
  {
    row: 'a visitor, a crawler or a log gets the private note or the last day of a reservation',
    file: 'src/domain/item-state.ts',
    text: ', reservedUntil: ____, reservedNote: _____, ...item }',
    replacement: ', ...item }',
    reason: 'the types allow more fields than an item has',
    test: {
      file: 'src/domain/item-fields.test.ts',
      title: 'toVisibleItem: has nothing that only owners see',
    },
  },
  {
    row: 'a visitor, a crawler or a log gets the private note or the last day of a reservation',
    file: 'src/catalogue/transfer/export-file.ts',
    text: 'toItemLine(isPrivate ? item : withoutPrivate(item))',
    replacement: 'toItemLine(item)',
    reason: 'a line has every field',
    test: {
      file: 'src/catalogue/transfer/export-file.test.ts',
      title: 'export file › private fields are exported only if asked for',
    },
  },
  {
    row: 'a wrong clock frees reserved pieces, or takes the notice of a closed shop down',
    file: 'src/process/end-job.ts',
    text: "if (distrust !== undefined) return log.warn({ reason: distrust }, 'nothing ends by itself')",
    replacement: "if (distrust !== undefined) log.warn({ reason: distrust }, 'nothing ends by itself')",
    reason: 'it warns, and ends things',
    test: {
      file: 'src/process/end-job.test.ts',
      title: 'end job: while the clock is distrusted, it ends nothing',
    },
  },
  {
    file: 'src/domain/day.ts',
    text: 'until !== null && until < today',
    replacement: 'until !== null && until <= today',
    reason: 'until Friday sounds like the end of Thursday',
    test: {
      file: 'src/domain/day.test.ts',
      title: 'hasEnded: the last day is included, and what has no end does not end',
    },
  },
]
