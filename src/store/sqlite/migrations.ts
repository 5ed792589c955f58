/**
 * The shape of the items' file, step by step. A step that has shipped is never changed: the next one is added below it.
 *
 * `item_newest` serves "newest first" read backwards: every index of SQLite ends with the row's own number, `seq`. It is
 * ascending so that new items are appended to it, which keeps its pages full.
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
]
