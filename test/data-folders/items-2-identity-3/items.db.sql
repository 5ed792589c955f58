PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE item (
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
  , sold INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 0, removed_at INTEGER, version INTEGER NOT NULL DEFAULT 1) STRICT;
INSERT INTO "item" VALUES (1, '4T120aXIgpxYeqFquAEb', 1795353686735, 'Harbour Beanie', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.', 1, 0, NULL, 2);
INSERT INTO "item" VALUES (2, 'o95927HAOwXenFLRJU3t', 1795353686785, 'Plain Scarf', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.', 0, 1, NULL, 2);
INSERT INTO "item" VALUES (3, 'D8hYWljwjB4YyBVdT18e', 1795353686803, 'Old Mittens', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.', 0, 0, 1795353687441, 2);
CREATE TABLE catalogue (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    revision INTEGER NOT NULL
  ) STRICT;
INSERT INTO "catalogue" VALUES (1, 6);
CREATE INDEX item_newest ON item (created_at) WHERE hidden = 0 AND removed_at IS NULL;
CREATE INDEX item_by_age ON item (created_at);
CREATE INDEX item_removed ON item (removed_at) WHERE removed_at IS NOT NULL;
CREATE TABLE gone_item (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
PRAGMA user_version = 2;
COMMIT;
