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
INSERT INTO "item" VALUES (1, '2VpQT786m1MDWjnnBHDr', 1795366655095, 'Harbour Beanie', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.', 1, 0, NULL, 2, '[{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"}]', 1, 3, 'Merino, 4-ply', '22 cm wide, 24 cm high', 'Wash by hand.', 40, 25);
INSERT INTO "item" VALUES (2, 'oxLJFdh7ePkX4lmmfEMT', 1795366655104, 'Plain Scarf', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.', 0, 1, NULL, 2, '[{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"}]', 1, 3, 'Merino, 4-ply', '22 cm wide, 24 cm high', 'Wash by hand.', 40, 25);
INSERT INTO "item" VALUES (3, 'vQly4DxgV6eRQcy2h0Tt', 1795366655109, 'Old Mittens', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.', 0, 0, 1795366657175, 2, '[{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"}]', 1, 3, 'Merino, 4-ply', '22 cm wide, 24 cm high', 'Wash by hand.', 40, 25);
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
INSERT INTO "item_photo" VALUES ('2VpQT786m1MDWjnnBHDr', 'f5ec3182ef906037e19c7b2fd24d930e');
INSERT INTO "item_photo" VALUES ('oxLJFdh7ePkX4lmmfEMT', 'f5ec3182ef906037e19c7b2fd24d930e');
INSERT INTO "item_photo" VALUES ('vQly4DxgV6eRQcy2h0Tt', 'f5ec3182ef906037e19c7b2fd24d930e');
CREATE INDEX item_photo_used ON item_photo (photo_id);
CREATE TABLE owner (
    uid TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    since INTEGER NOT NULL, -- milliseconds since 1970
    removed_at INTEGER
  ) STRICT, WITHOUT ROWID;
INSERT INTO "owner" VALUES ('0mws2yaar4Ug6REwQhiK1HeXEuiU', 'mary@example.com', 1795366656682, NULL);
CREATE INDEX owner_by_since ON owner (since, uid) WHERE removed_at IS NULL;
CREATE TABLE contributor (uid TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO "contributor" VALUES ('0mws2y8hsoMS7PAKnDwAE36Vncpi');
CREATE TABLE shop_settings (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    version INTEGER NOT NULL,
    settings TEXT NOT NULL -- JSON
  ) STRICT;
INSERT INTO "shop_settings" VALUES (1, 1, '{"name":"Nimali Knits","whatsapp":"94771234567","instagram":"https://www.instagram.com/nimali.knits","eyebrow":"","headline":"Wool from the hills.","sub":"","place":"","about":"I am Nimali.\nI knit.","delivery":"","care":"","weeksToMake":3,"aboutPhoto":{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"},"sharePhoto":null,"heroPhoto":null,"whoMayAdd":"owners"}');
CREATE TABLE settings_photo (photo_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO "settings_photo" VALUES ('f5ec3182ef906037e19c7b2fd24d930e');
PRAGMA user_version = 6;
COMMIT;
