/**
 * Everything in `identity.sqlite`. A migration that has been released is never changed; the next one is added below it.
 * Times are milliseconds since 1970.
 *
 * What bounds each table:
 * - `accounts`: one row for each sign-up, and sign-ups are limited at the edge (`limitSignUps`).
 *   `last_refresh_at` tells for how long an account has not been seen: a client that is in use refreshes every hour.
 * - `refresh_tokens`: one row for each sign-in; an anonymous account signs in once. Rows go with their account.
 * - `signing_keys`: one row.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);

  CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
]
