import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import type { DataFolder } from '@stockinette/sqlite/data-folder.ts'
import { openDatabase } from '@stockinette/sqlite/database.ts'
import type { UpgradeLog } from '@stockinette/sqlite/upgrade-copy.ts'

/** The shop's database in the data folder: its items, and its owners. */
export const itemsFile = 'items.db'

/**
 * The schema of the shop's database, step by step. Never change a step that has shipped: add the next one below it.
 *
 * `item_newest` is read backwards for "newest first"; every SQLite index ends with the rowid, here `seq`. It is ascending
 * so that new items are appended to it, which keeps its pages full. It has only the items that visitors see, and
 * `item_by_age` has all items, so that reading a list takes time in proportion to its length, however many are hidden.
 *
 * `fields` has what an item says: `src/domain/item-fields.ts`, so that a new field is no step of this schema.
 *
 * `item_photo` says which items use a photo, in any field.
 *
 * `shop_settings` has a row once an owner has saved settings, and `settings_photo` the photos that they use. Both are read
 * and written by `src/shop-settings/sqlite-settings.ts`.
 *
 * `owner_notice` and `dismissed_notice` are written by `src/owners/notices`.
 *
 * `owner` is the list of owners, and `contributor` has a row for each account that has added an item. Both are read and
 * written by `src/owners/embedded`.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE item (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL, -- milliseconds since 1970
    title TEXT NOT NULL,
    tagline TEXT NOT NULL,
    price_cents INTEGER,
    category TEXT NOT NULL,
    image_url TEXT NOT NULL,
    size TEXT,
    color TEXT,
    description TEXT
  ) STRICT;

  CREATE INDEX item_newest ON item (created_at);

  CREATE TABLE catalogue (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    revision INTEGER NOT NULL
  ) STRICT;

  INSERT INTO catalogue (one, revision) VALUES (1, 0);`,

  `ALTER TABLE item ADD COLUMN sold INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE item ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE item ADD COLUMN removed_at INTEGER; -- milliseconds since 1970
  ALTER TABLE item ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

  DROP INDEX item_newest;
  CREATE INDEX item_newest ON item (created_at) WHERE hidden = 0 AND removed_at IS NULL;
  CREATE INDEX item_by_age ON item (created_at);
  CREATE INDEX item_removed ON item (removed_at) WHERE removed_at IS NOT NULL;

  CREATE TABLE gone_item (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;`,

  `ALTER TABLE item ADD COLUMN photos TEXT; -- JSON; NULL for none

  CREATE TABLE item_photo (
    item_id TEXT NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    photo_id TEXT NOT NULL,
    PRIMARY KEY (item_id, photo_id)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX item_photo_used ON item_photo (photo_id);

  INSERT INTO item_photo (item_id, photo_id)
  SELECT id, substr(image_url, 9, 32) FROM item WHERE image_url LIKE '/photos/%';`,

  `-- An owner who was removed stays here, marked: the shop has been claimed.
  CREATE TABLE owner (
    uid TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    since INTEGER NOT NULL, -- milliseconds since 1970
    removed_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX owner_by_since ON owner (since, uid) WHERE removed_at IS NULL;

  CREATE TABLE contributor (uid TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;`,

  `ALTER TABLE item ADD COLUMN made_to_order INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE item ADD COLUMN weeks_to_make INTEGER;
  ALTER TABLE item ADD COLUMN yarn TEXT;
  ALTER TABLE item ADD COLUMN measurements TEXT;
  ALTER TABLE item ADD COLUMN care TEXT;
  -- Percent from the left and top; both NULL for the centre.
  ALTER TABLE item ADD COLUMN focus_x INTEGER;
  ALTER TABLE item ADD COLUMN focus_y INTEGER;`,

  `CREATE TABLE shop_settings (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    version INTEGER NOT NULL,
    settings TEXT NOT NULL -- JSON
  ) STRICT;

  CREATE TABLE settings_photo (photo_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;`,

  `ALTER TABLE item ADD COLUMN changed_at INTEGER; -- milliseconds since 1970; NULL as long as created_at

  CREATE TABLE search_index (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    version INTEGER NOT NULL
  ) STRICT;

  INSERT INTO search_index (one, version) VALUES (1, 0);`,

  `-- The account's grant id; NULL until the first start with it.
  ALTER TABLE owner ADD COLUMN grant_id TEXT;`,

  `CREATE TABLE owner_notice (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL, -- milliseconds since 1970
    kind TEXT NOT NULL,
    by TEXT,
    about TEXT NOT NULL
  ) STRICT;

  CREATE TABLE dismissed_notice (
    uid TEXT PRIMARY KEY,
    last_id INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`,

  `CREATE TABLE item_with_fields (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL, -- milliseconds since 1970
    fields TEXT NOT NULL, -- JSON
    sold INTEGER NOT NULL,
    hidden INTEGER NOT NULL,
    removed_at INTEGER, -- milliseconds since 1970
    version INTEGER NOT NULL DEFAULT 1,
    changed_at INTEGER -- milliseconds since 1970; NULL as long as created_at
  ) STRICT;

  INSERT INTO item_with_fields
  SELECT seq, id, created_at, json_patch('{}', json_object(
    'title', title, 'tagline', tagline, 'price', price_cents / 100.0, 'category', category, 'imageUrl', image_url,
    'size', size, 'color', color, 'description', description,
    'madeToOrder', json(iif(made_to_order, 'true', 'null')), 'weeksToMake', weeks_to_make,
    'yarn', yarn, 'measurements', measurements, 'care', care,
    'focus', json(iif(focus_x IS NULL, 'null', json_object('x', focus_x, 'y', focus_y))),
    'photos', json(coalesce(photos, 'null'))
  )), sold, hidden, removed_at, version, changed_at FROM item;

  -- A table that is dropped takes the rows that refer to it along.
  CREATE TABLE photo_of_item (
    item_id TEXT NOT NULL REFERENCES item_with_fields (id) ON DELETE CASCADE,
    photo_id TEXT NOT NULL,
    PRIMARY KEY (item_id, photo_id)
  ) STRICT, WITHOUT ROWID;

  INSERT INTO photo_of_item SELECT item_id, photo_id FROM item_photo;

  DROP TABLE item_photo;
  DROP TABLE item;
  ALTER TABLE item_with_fields RENAME TO item;
  ALTER TABLE photo_of_item RENAME TO item_photo;

  CREATE INDEX item_newest ON item (created_at) WHERE hidden = 0 AND removed_at IS NULL;
  CREATE INDEX item_by_age ON item (created_at);
  CREATE INDEX item_removed ON item (removed_at) WHERE removed_at IS NOT NULL;
  CREATE INDEX item_photo_used ON item_photo (photo_id);`,

  `-- The index of the catalogue is in memory.
  DROP TABLE search_index;
  DROP TABLE IF EXISTS item_terms;
  DROP TABLE IF EXISTS indexed_item;
  DROP TABLE IF EXISTS vocabulary;
  DROP TABLE IF EXISTS facet;
  DROP TABLE IF EXISTS facet_count;
  DROP TABLE IF EXISTS price_count;`,
]

/**
 * Opens the shop's database, and brings it up to date. `log` is told of the copy that is made before.
 *
 * @throws StartError if the file cannot be used.
 */
export function openShopDatabase(folder: Pick<DataFolder, 'path'>, log?: UpgradeLog): DatabaseSync {
  return openDatabase(join(folder.path, itemsFile), migrations, log)
}
