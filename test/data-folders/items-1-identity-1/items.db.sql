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
  ) STRICT;
INSERT INTO "item" VALUES (1, 'm3CEREaEFS9m8kurkPt8', 1795353682115, 'Harbour Beanie', 'Ribbed, double brim', 1250000, 'Beanies', 'https://images.example/knitwear.jpg', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.');
INSERT INTO "item" VALUES (2, 'bbwUcSnGMqN9o3kTMpMv', 1795353682128, 'Plain Scarf', 'Ribbed, double brim', 1250000, 'Beanies', 'https://images.example/knitwear.jpg', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.');
INSERT INTO "item" VALUES (3, 'I33JzcqebSdLjvaOmyzn', 1795353682134, 'Old Mittens', 'Ribbed, double brim', 1250000, 'Beanies', 'https://images.example/knitwear.jpg', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.');
CREATE INDEX item_newest ON item (created_at);
CREATE TABLE catalogue (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    revision INTEGER NOT NULL
  ) STRICT;
INSERT INTO "catalogue" VALUES (1, 3);
PRAGMA user_version = 1;
COMMIT;
