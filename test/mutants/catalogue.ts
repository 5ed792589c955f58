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
    file: 'src/pages/pages.ts',
    text: "path.replaceAll('.', '%2E')",
    replacement: "path.replace('.', '%2E')",
    reason: 'of two dots, the second one may still make a page data',
    test: { file: 'test/shop/pieces.test.ts', title: 'a category’s name may have any characters' },
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
]
