PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE catalogue (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    revision INTEGER NOT NULL
  ) STRICT;
INSERT INTO "catalogue" VALUES (1, 6);
CREATE TABLE gone_item (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE owner (
    uid TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    since INTEGER NOT NULL, -- milliseconds since 1970
    removed_at INTEGER
  , grant_id TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "owner" VALUES ('0mx0sbbr3txEwvAaaOeWQb6vorjn', 'mary@example.com', 1795892984898, NULL, '4brG7oKDhFER3IeGlpPczFVn2r3HLxPDqHMtJm9Jvtk');
CREATE INDEX owner_by_since ON owner (since, uid) WHERE removed_at IS NULL;
CREATE TABLE contributor (uid TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO "contributor" VALUES ('0mx0sbbal8npkcNf0bC06qbRvlje');
CREATE TABLE shop_settings (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    version INTEGER NOT NULL,
    settings TEXT NOT NULL -- JSON
  ) STRICT;
INSERT INTO "shop_settings" VALUES (1, 1, '{"name":"Nimali Knits","languages":["en"],"whatsapp":"94771234567","phone":"","email":"","copyMessage":true,"qrCode":true,"instagram":"https://www.instagram.com/nimali.knits","eyebrow":"","headline":"Wool from the hills.","sub":"","place":"","about":"I am Nimali.\nI knit.","delivery":"","care":"","payment":"","returns":"","videoCall":"","howToMeasure":"","replyTime":"","deliveryLine":"","knittedIn":"","weeksToMake":3,"aboutPhoto":{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"},"sharePhoto":null,"heroPhoto":null,"heroFocus":null,"noticeKind":null,"noticeUntil":null,"noticeWeeks":null,"noticeText":"","translations":{},"whoMayAdd":"owners","corrections":{},"categoryNames":{}}');
CREATE TABLE settings_photo (photo_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO "settings_photo" VALUES ('f5ec3182ef906037e19c7b2fd24d930e');
CREATE TABLE owner_notice (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL, -- milliseconds since 1970
    kind TEXT NOT NULL,
    by TEXT,
    about TEXT NOT NULL
  ) STRICT;
INSERT INTO "owner_notice" VALUES (1, 1795892985022, 'number', 'mary@example.com', '94771234567');
INSERT INTO "owner_notice" VALUES (2, 1795892985022, 'profile', 'mary@example.com', 'https://www.instagram.com/nimali.knits');
CREATE TABLE dismissed_notice (
    uid TEXT PRIMARY KEY,
    last_id INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE "item" (
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
INSERT INTO "item" VALUES (1, 'faHQg9xkRRZBALidF1hU', 1795892984508, '{"title":"Harbour Beanie","tagline":"Soft merino","price":12500,"category":"Beanies","imageUrl":"/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp","size":"M","color":"Some color, 4-ply","description":"Some description, 4-ply","madeToOrder":true,"weeksToMake":3,"yarn":"Some yarn, 4-ply","measurements":"Some measurements, 4-ply","washing":"Some washing, 4-ply","care":"Some care, 4-ply","focus":{"x":40,"y":25},"photos":[{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"}]}', 1, 0, NULL, 2, 1795892985062);
INSERT INTO "item" VALUES (2, 'YgB31SFqYLtbRaE9WBx8', 1795892984514, '{"title":"Plain Scarf","tagline":"Soft merino","price":12500,"category":"Beanies","imageUrl":"/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp","size":"M","color":"Some color, 4-ply","description":"Some description, 4-ply","madeToOrder":true,"weeksToMake":3,"yarn":"Some yarn, 4-ply","measurements":"Some measurements, 4-ply","washing":"Some washing, 4-ply","care":"Some care, 4-ply","focus":{"x":40,"y":25},"photos":[{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"}]}', 0, 1, NULL, 2, 1795892985065);
INSERT INTO "item" VALUES (3, 'NhHksiPujMywKNUDS43J', 1795892984517, '{"title":"Old Mittens","tagline":"Soft merino","price":12500,"category":"Beanies","imageUrl":"/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp","size":"M","color":"Some color, 4-ply","description":"Some description, 4-ply","madeToOrder":true,"weeksToMake":3,"yarn":"Some yarn, 4-ply","measurements":"Some measurements, 4-ply","washing":"Some washing, 4-ply","care":"Some care, 4-ply","focus":{"x":40,"y":25},"photos":[{"id":"f5ec3182ef906037e19c7b2fd24d930e","width":200,"height":250,"placeholder":"data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoIAAoAAoBCJZACdAD0rsa2AAD+9L/i22wyvansYlyA0pXglaK6b4AA"}]}', 0, 0, 1795892985067, 2, 1795892985067);
CREATE TABLE "item_photo" (
    item_id TEXT NOT NULL REFERENCES "item" (id) ON DELETE CASCADE,
    photo_id TEXT NOT NULL,
    PRIMARY KEY (item_id, photo_id)
  ) STRICT, WITHOUT ROWID;
INSERT INTO "item_photo" VALUES ('NhHksiPujMywKNUDS43J', 'f5ec3182ef906037e19c7b2fd24d930e');
INSERT INTO "item_photo" VALUES ('YgB31SFqYLtbRaE9WBx8', 'f5ec3182ef906037e19c7b2fd24d930e');
INSERT INTO "item_photo" VALUES ('faHQg9xkRRZBALidF1hU', 'f5ec3182ef906037e19c7b2fd24d930e');
CREATE INDEX item_newest ON item (created_at) WHERE hidden = 0 AND removed_at IS NULL;
CREATE INDEX item_by_age ON item (created_at);
CREATE INDEX item_removed ON item (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX item_photo_used ON item_photo (photo_id);
PRAGMA user_version = 11;
COMMIT;
