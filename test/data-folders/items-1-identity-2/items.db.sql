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
INSERT INTO "item" VALUES (1, 'CTL74Ft1yaIe77M5hHfG', 1795353683068, 'Harbour Beanie', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.');
INSERT INTO "item" VALUES (2, 'FMl0qkpAZs68uOEaJff2', 1795353683075, 'Plain Scarf', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.');
INSERT INTO "item" VALUES (3, 'E1HOH8sniFxLOQN3rvbe', 1795353683081, 'Old Mittens', 'Ribbed, double brim', 1250000, 'Beanies', '/photos/f5ec3182ef906037e19c7b2fd24d930e-200.webp', 'S / M', 'Ivory', 'Merino from the hill country.
Wash by hand.');
CREATE INDEX item_newest ON item (created_at);
CREATE TABLE catalogue (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    revision INTEGER NOT NULL
  ) STRICT;
INSERT INTO "catalogue" VALUES (1, 3);
PRAGMA user_version = 1;
COMMIT;
