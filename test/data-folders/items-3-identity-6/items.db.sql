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
  , sold INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 0, removed_at INTEGER, version INTEGER NOT NULL DEFAULT 1, photos TEXT) STRICT;
INSERT INTO "item" VALUES (1, 'wpXcEvBLk6EVa9GYbuKn', 1795353693272, 'Harbour Beanie', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.', 1, 0, NULL, 2, '[{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"}]');
INSERT INTO "item" VALUES (2, 'CZ8fu2l3Cw68SDjRjiZz', 1795353693279, 'Plain Scarf', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.', 0, 1, NULL, 2, '[{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"}]');
INSERT INTO "item" VALUES (3, 'PIBgOMcBBTafK0zKIWVu', 1795353693282, 'Old Mittens', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.', 0, 0, 1795353693737, 2, '[{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"}]');
CREATE TABLE catalogue (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    revision INTEGER NOT NULL
  ) STRICT;
INSERT INTO "catalogue" VALUES (1, 6);
CREATE INDEX item_newest ON item (created_at) WHERE hidden = 0 AND removed_at IS NULL;
CREATE INDEX item_by_age ON item (created_at);
CREATE INDEX item_removed ON item (removed_at) WHERE removed_at IS NOT NULL;
CREATE TABLE gone_item (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE item_photo (
    item_id TEXT NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    photo_id TEXT NOT NULL,
    PRIMARY KEY (item_id, photo_id)
  ) STRICT, WITHOUT ROWID;
INSERT INTO "item_photo" VALUES ('CZ8fu2l3Cw68SDjRjiZz', 'f5ec3182ef906037e19c7b2fd24d930e');
INSERT INTO "item_photo" VALUES ('PIBgOMcBBTafK0zKIWVu', 'f5ec3182ef906037e19c7b2fd24d930e');
INSERT INTO "item_photo" VALUES ('wpXcEvBLk6EVa9GYbuKn', 'f5ec3182ef906037e19c7b2fd24d930e');
CREATE INDEX item_photo_used ON item_photo (photo_id);
PRAGMA user_version = 3;
COMMIT;
