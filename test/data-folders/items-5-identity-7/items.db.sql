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
  , sold INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 0, removed_at INTEGER, version INTEGER NOT NULL DEFAULT 1, photos TEXT, made_to_order INTEGER NOT NULL DEFAULT 0, weeks_to_make INTEGER, yarn TEXT, measurements TEXT, care TEXT, focus_x INTEGER, focus_y INTEGER) STRICT;
INSERT INTO "item" VALUES (1, 'iQgCrBEZpdcLpeb8ikEK', 1795364663937, 'Harbour Beanie', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.', 1, 0, NULL, 2, '[{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"}]', 1, 3, 'Merino, 4-ply', '22 cm wide, 24 cm high', 'Wash by hand.', 40, 25);
INSERT INTO "item" VALUES (2, 'Gj3FteEqPkArmVgl1dUQ', 1795364663943, 'Plain Scarf', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.', 0, 1, NULL, 2, '[{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"}]', 1, 3, 'Merino, 4-ply', '22 cm wide, 24 cm high', 'Wash by hand.', 40, 25);
INSERT INTO "item" VALUES (3, '8aYPoq87QV1NUefotEJE', 1795364663946, 'Old Mittens', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.', 0, 0, 1795364664398, 2, '[{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"}]', 1, 3, 'Merino, 4-ply', '22 cm wide, 24 cm high', 'Wash by hand.', 40, 25);
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
INSERT INTO "item_photo" VALUES ('8aYPoq87QV1NUefotEJE', 'f5ec3182ef906037e19c7b2fd24d930e');
INSERT INTO "item_photo" VALUES ('Gj3FteEqPkArmVgl1dUQ', 'f5ec3182ef906037e19c7b2fd24d930e');
INSERT INTO "item_photo" VALUES ('iQgCrBEZpdcLpeb8ikEK', 'f5ec3182ef906037e19c7b2fd24d930e');
CREATE INDEX item_photo_used ON item_photo (photo_id);
CREATE TABLE owner (
    uid TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    since INTEGER NOT NULL, -- milliseconds since 1970
    removed_at INTEGER
  ) STRICT, WITHOUT ROWID;
INSERT INTO "owner" VALUES ('0mws1rky7bJQJTlKUcpzxj57tqsS', 'mary@example.com', 1795364664273, NULL);
CREATE INDEX owner_by_since ON owner (since, uid) WHERE removed_at IS NULL;
CREATE TABLE contributor (uid TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO "contributor" VALUES ('0mws1rkixLwGZ4HJTeg67FHdw95L');
PRAGMA user_version = 5;
COMMIT;
