PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, is_kept INTEGER NOT NULL DEFAULT 1, screen_name TEXT, grant_id TEXT, initial_email_at INTEGER) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mwtkz1ia4uAmKWzAhdtrvDgkBuH', 1795457391202, 1795457391202, 1795457391202, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO "accounts" VALUES ('0mwtkz29jnGUaE5aDkpPbLF6iIPW', 1795457392183, 1795457392183, 1795457392183, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$+FOwy6Br/H08guLiYNw73w$eO5k+yJlx61I+6n3FdASpVnBpHyM197mi63G/eGmoUQ', 1795457392183, 0, 0, NULL, 1795457392183, 0, NULL, NULL, NULL);
INSERT INTO "accounts" VALUES ('0mwtkz2zkMExKfb3Epk4LsMocgqg', 1795457393120, 1795457394000, 1795457394000, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$i3LJmAF4tXX7EVqdKLm4hA$g212L80vfYu6O3kEMO0yxIc2SVIaB1IEHe5vcriEwmE', 1795457393362, 0, 0, '{"owner":true}', 1795457393362, 0, NULL, 'igypmIcZTqg5TLH-RKf4TwjR9-0NLUAdXsVneqVcMEc', NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT, tokens_have_sid INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D77746B7A316962BAB99B1E588808615A05756DA2E85FA26F24326169930656705F86C2DFE35204', '0mwtkz1ia4uAmKWzAhdtrvDgkBuH', 1795457391202, 'anonymous', 1795457391228, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77746B7A32396B4D75DB78D37AFC94C75A1A259C4D4639F7E83A48299819C86326A6973F377678', '0mwtkz29jnGUaE5aDkpPbLF6iIPW', 1795457392183, 'password', 1795457392187, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77746B7A336179BBBDE9D820D1E02087138E2E0F82179A3D5B92ED43096D60FF5B69B0FE41A784', '0mwtkz2zkMExKfb3Epk4LsMocgqg', 1795457393529, 'password', 1795457393530, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77746B7A3366791337DDE66C770A626EB3030B71657D9ECC89B49411418BB103D1CD98BB3CB746', '0mwtkz2zkMExKfb3Epk4LsMocgqg', 1795457393710, 'password', 1795457393710, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77746B7A336F3017329093C24C18B48B610264E266215F5F1D6894C226C0C0E35510155D1EC213', '0mwtkz2zkMExKfb3Epk4LsMocgqg', 1795457394000, 'password', 1795457394000, NULL, 1);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('tSNaQHCnRYAtlBcP2My7QpXRtrvZ1Rrs-B3lBjW99-U', '{"kty":"RSA","n":"l6ZeFUfj4gF5rYg1VXCqzkvWsVQ3RbPqv61DFVW7I3rhbD_SU_I6Gzfs8PgWlEhg5zH_fLmJHp_hvFmaSSKdzIQ1Zy6-9kcj4onA2onTzcpoQ78ivFrRH-vJ_9dAYBbtgMGsWCtbcPDLHNcOfdpODimiywCoIM1VDWinPdXXM9gK5iacYE6t2G3mCBnOrx3IuEfRTf3n8TFyQ1kIiF3nr05nD4hCf9H1tIF6TiasLcEWpLvH5bzZftDONlY4YyR7ipu2QM78x_CSl2H0mP0PImDAja_qAG9pr1qqozEk9-1qwcFcvN39EuF4SeZsOTYOSz0SwbgbFv_6WnTLRIlwvQ","e":"AQAB","d":"Ah_yXwV2F69SG2CWcLdGqWPOIwdtS9R4xE1C7JxaJiXdXTUqtwLklgeLUhgDxvmZo_ujGwYFehCe6tLtkrtBr0El92dkBRLbmZu5AEbgmRhOLC7UJ4P1PKeC2csUC5SeqMht6AFZg2RYUDPiL9i8cb3bGlGMyYLe_3RZLYhevsrxV8JUHh06Kt6erfl7sZggvoNYU2QKUwm6jS_V5mM00Lp0nGzZFWYD863EVjSgnQBOLBwNTP0bSj2ffsggVg8BDOOPgSqvTJ2W5rRXPumeNIcoNpTnLi-1u1fGPzapu76mLp3MExHUdXnji93Twr4aTFrmp6vLvaIx-NYtwkUmeQ","p":"1iVFfQDmQBsBJVKLtNj4UPlc09YHxJ-Jt721zmC9_zZtWNwDA2Sez3S2o4g-BbC4lvoXQqvzhQNMQjgjD4vXh_W5e7Bb4jkvM6zGVeRF92o9_V0UdCUb0A1TYTWQZQ3-G4BJ99CWgV8r5t_sjTirULlzJFbmYQQUZajsMhacmPk","q":"tUoi4caami4doc6H_YSCoQmKFd3loRoFhFIXvNh87tU5DxIljIqedL6U0Z-D6vcqmizqPkMVA4lFwMffEjUWsjwgo1OM-JnMcrLIPYvXMMURetjBcTtUvPR6rmx32hOB54qD9ND7_hdHt9DioFMIUxVAw2TE7VJLG2kTVwzp6uU","dp":"fQ8dKqhYzv02SRaQ0heXxKosBOZMeQ52feCDiTfEHYQqjadG9zdO63aMpqoNFoOi-UCqTtxehcJsSYvBJfYT86mUHeDbeBzPLQ1scoKyPZBFDW7LYBy_xlvR4sZGQk3OpT7hc6DUFE-BMv54heyfV7BFxuYc-nFIfCoPbhz4bPk","dq":"FEd1vXG865BLCkWTGr3O6vqpMqb-v9WsVk_kjeBdoU3CszfhcWY0MXT8KrLAS_FYF6T8kvhoClw5rEXvYxcDMe7d68c11r1FjHMJSTEyYic5PFew09zCLtzeOFKz2XYjKuZoumMCPTsXb61zHGINZVXUR8cm7DEva6KGYk90fy0","qi":"Ufxw6POSMEt1xIHjHJZAeR3tCEyoo9IHy9FbSyzhEMPi8rsvoiWQPMmm_8uDPSHz0OW19mmVzuw2ocHIXismRp8lrYRXhyaHe3dpyddZfQUKqGumgfXw_Aq3SPc2fMS02mGzpecmsj_yefP-O4Ol4qf0W-nRjTuq1OlWe5yVfCo"}', 1795457390637);
CREATE UNIQUE INDEX accounts_by_email ON accounts (email) WHERE email IS NOT NULL;
CREATE INDEX accounts_unclaimed ON accounts (last_refresh_at, uid)
    WHERE email IS NULL AND phone_number IS NULL AND custom_auth = 0 AND is_kept = 0;
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
CREATE TABLE devices (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE INDEX devices_by_uid ON devices (uid, created_at);
CREATE INDEX accounts_by_initial_email_at ON accounts (initial_email_at) WHERE initial_email_at IS NOT NULL;
PRAGMA user_version = 9;
COMMIT;
