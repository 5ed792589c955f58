/** The database in the data folder. */
export const identityFile = 'identity.sqlite'

/**
 * The schema of {@link identityFile}. A released migration never changes; new ones are added below. Times are milliseconds since
 * 1970, flags are 0 or 1, claims are JSON.
 *
 * What limits the size of each table:
 * - `accounts`: one row for each sign-up; sign-ups are limited (`AttemptLimits.signUp`). `last_refresh_at` is the last use: an
 *   active client refreshes every hour. Idle anonymous accounts are deleted (`createCleanUp`), unless `is_kept` is 1: they
 *   were in use once, or are from a version that did not ask.
 * - `provider_links`: one row for each account and provider; deleted with the account.
 * - `refresh_tokens`: one row for each sign-in, up to `maxSessionsOfAccount`; deleted with the account.
 * - `devices`: browsers in which a user has signed in, up to `maxDevicesOfAccount`; deleted with the account.
 * - `one_time_codes`: e-mails are limited (`AttemptLimits.sendMail`), and `createCleanUp` deletes expired codes; deleted with the
 *   account.
 * - `signing_keys`: one row, and a second one for an hour after a key was succeeded by the next. Of replaced keys (`keys
 *   rotate`) only the id is left for that hour; `private_jwk` is empty then.
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
  `
  ALTER TABLE accounts ADD COLUMN email TEXT;
  ALTER TABLE accounts ADD COLUMN email_verified INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE accounts ADD COLUMN email_link_sign_in INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE accounts ADD COLUMN initial_email TEXT;
  ALTER TABLE accounts ADD COLUMN display_name TEXT;
  ALTER TABLE accounts ADD COLUMN phone_number TEXT;
  ALTER TABLE accounts ADD COLUMN photo_url TEXT;
  ALTER TABLE accounts ADD COLUMN password_hash TEXT;
  ALTER TABLE accounts ADD COLUMN password_updated_at INTEGER;
  ALTER TABLE accounts ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE accounts ADD COLUMN custom_auth INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE accounts ADD COLUMN custom_claims TEXT;
  ALTER TABLE accounts ADD COLUMN valid_since INTEGER;

  CREATE UNIQUE INDEX accounts_by_email ON accounts (email) WHERE email IS NOT NULL;

  -- Whether anything was made with it; of accounts from before this was noted, nobody knows.
  ALTER TABLE accounts ADD COLUMN has_made INTEGER NOT NULL DEFAULT 1;

  -- Those that nobody may come back to, which housekeeping looks through.
  CREATE INDEX accounts_unclaimed ON accounts (last_refresh_at, uid)
    WHERE email IS NULL AND phone_number IS NULL AND custom_auth = 0 AND has_made = 0;

  CREATE TABLE provider_links (
    provider_id TEXT NOT NULL,
    raw_id TEXT NOT NULL,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    email TEXT,
    display_name TEXT,
    photo_url TEXT,
    screen_name TEXT,
    linked_at INTEGER NOT NULL,
    PRIMARY KEY (provider_id, raw_id)
  ) STRICT, WITHOUT ROWID;

  CREATE UNIQUE INDEX provider_links_by_uid ON provider_links (uid, provider_id);
  CREATE INDEX provider_links_by_email ON provider_links (email) WHERE email IS NOT NULL;

  ALTER TABLE refresh_tokens ADD COLUMN sign_in_provider TEXT NOT NULL DEFAULT 'anonymous';
  ALTER TABLE refresh_tokens ADD COLUMN last_used_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE refresh_tokens ADD COLUMN extra_claims TEXT;

  CREATE TABLE one_time_codes (
    hash BLOB PRIMARY KEY,
    purpose TEXT NOT NULL,
    -- NULL for a sign-in link, which may create an account.
    uid TEXT REFERENCES accounts (uid) ON DELETE CASCADE,
    email TEXT NOT NULL,
    new_email TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX one_time_codes_by_uid ON one_time_codes (uid) WHERE uid IS NOT NULL;
  CREATE INDEX one_time_codes_by_email ON one_time_codes (email, purpose);
  CREATE INDEX one_time_codes_by_expiry ON one_time_codes (expires_at);
  `,
  `
  -- It does not go with the account: that somebody removes theirs must not open the shop to everybody again.
  CREATE TABLE owners (
    uid TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    since INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX owners_by_since ON owners (since, uid) WHERE removed_at IS NULL;
  `,
  `
  -- Whether all its ID tokens name it (\`sid\`); none did before. A version of the shop that does not know of it would
  -- neither look whether a session goes on nor know all its refresh tokens by their form, so it opens the file no more.
  ALTER TABLE refresh_tokens ADD COLUMN tokens_have_sid INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- Whether a former address had been verified was not asked, so none of these takes an account back.
  UPDATE accounts SET initial_email = NULL WHERE initial_email IS NOT NULL;
  DELETE FROM one_time_codes WHERE purpose = 'RECOVER_EMAIL';
  `,
  `
  ALTER TABLE accounts ADD COLUMN screen_name TEXT;
  `,
  `
  -- The application keeps its list of owners itself. Under the new name, this one is known to have been copied.
  ALTER TABLE owners RENAME TO former_owners;
  -- The application says which accounts are in use, when it is asked.
  ALTER TABLE accounts RENAME COLUMN has_made TO is_kept;
  `,
  `
  -- See \`Profile.grantId\`. Accounts with rights have this claim.
  ALTER TABLE accounts ADD COLUMN grant_id TEXT;
  UPDATE accounts SET grant_id = lower(hex(randomblob(16))) WHERE custom_claims ->> '$.owner' = 1;
  DROP TABLE former_owners;
  `,
  `
  CREATE TABLE devices (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX devices_by_uid ON devices (uid, created_at);

  -- When an account lost it; those of before count from now on.
  ALTER TABLE accounts ADD COLUMN initial_email_at INTEGER;
  UPDATE accounts SET initial_email_at = unixepoch() * 1000 WHERE initial_email IS NOT NULL;
  CREATE INDEX accounts_by_initial_email_at ON accounts (initial_email_at) WHERE initial_email_at IS NOT NULL;
  `,
  `
  -- ID tokens that do not name their session end, as after \`keys rotate\`: clients get others with their refresh tokens.
  UPDATE signing_keys SET private_jwk = '' WHERE EXISTS (SELECT 1 FROM refresh_tokens WHERE tokens_have_sid = 0);
  ALTER TABLE refresh_tokens DROP COLUMN tokens_have_sid;
  `,
  `
  -- See \`OneTimeCode.isByAdministrator\`. Those of before end within an hour.
  ALTER TABLE one_time_codes ADD COLUMN is_by_administrator INTEGER NOT NULL DEFAULT 0;

  -- The hash of the cookie that a browser had before, until it is known to have this one (\`createDevices\`).
  ALTER TABLE devices ADD COLUMN previous BLOB;
  CREATE INDEX devices_by_previous ON devices (previous) WHERE previous IS NOT NULL;
  `,
]
