import type { DatabaseSync } from 'node:sqlite'

import { facetKinds, lastStateFacet } from './index-terms.ts'

/**
 * Increase it when the tables below, the terms of `src/domain/catalogue/search-terms.ts` or what counts changes: indexes of
 * another version are filled again from the items.
 */
export const indexVersion = 5

/**
 * `indexed_item` has a row for each item, visible or not, and `item_terms` the terms of each, by the same position. It is
 * contentless: it only answers which positions have a term. `facet` numbers what has a term but is no word of a text.
 *
 * `facet_count` counts items with a facet: those that visitors see, and for states those that are in it. Category 0 is the
 * whole catalogue. `newest` is the place of the newest of them, which spells the name. `price_count` counts visible items; without a
 * price, its cents are -1. `commonest_value` reads the sizes and colours of most items, where each may have its own.
 *
 * `vocabulary` has the longer words of the items.
 *
 * Prefixes of two and three characters have entries of their own, as the shortest ones match most words. FTS5 adds each
 * transaction as a segment and merges segments: 16 at a time, as each merge writes all of them again. By default it merges
 * four, which makes adding an item among 100,000 a third slower. Up to 64 may wait.
 */
const tables = `
  CREATE TABLE indexed_item (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    price_cents INTEGER,
    visible INTEGER NOT NULL,
    changed_at INTEGER NOT NULL -- milliseconds since 1970
  ) STRICT;

  CREATE VIRTUAL TABLE item_terms USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none, prefix = '2 3', tokenize = ascii
  );

  INSERT INTO item_terms (item_terms, rank) VALUES ('automerge', 16);
  INSERT INTO item_terms (item_terms, rank) VALUES ('crisismerge', 64);

  CREATE TABLE facet (
    facet INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    key TEXT NOT NULL,
    UNIQUE (kind, key)
  ) STRICT;

  INSERT INTO facet (facet, kind, key) VALUES (${lastStateFacet}, 0, '');

  CREATE TABLE vocabulary (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

  CREATE TABLE facet_count (
    category INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    facet INTEGER NOT NULL,
    count INTEGER NOT NULL,
    newest INTEGER NOT NULL,
    name TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (category, kind, facet)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX commonest_value ON facet_count (category, kind, count DESC, name)
  WHERE kind = ${facetKinds.size} OR kind = ${facetKinds.color};

  CREATE TABLE price_count (
    code INTEGER NOT NULL,
    price_cents INTEGER NOT NULL,
    facet INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (code, price_cents)
  ) STRICT, WITHOUT ROWID;`

const names = ['indexed_item', 'item_terms', 'facet', 'facet_count', 'price_count', 'vocabulary']

/** Creates the tables of an empty index, in place of those that are there. */
export function createIndexTables(database: DatabaseSync): void {
  for (const name of names) database.exec(`DROP TABLE IF EXISTS ${name}`)
  database.exec(tables)
}

/**
 * Makes one segment of all. Call it after writing many items: otherwise a later write may have to merge large segments, which
 * stopped everything for 0.2 to 0.9 seconds among 100,000 items.
 */
export function mergeSegments(database: DatabaseSync): void {
  database.exec("INSERT INTO item_terms (item_terms) VALUES ('optimize')")
}
