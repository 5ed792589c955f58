PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, is_kept INTEGER NOT NULL DEFAULT 1, screen_name TEXT, grant_id TEXT, initial_email_at INTEGER) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mwuc3hp9ltAoArGBttMPI7umhZR', 1795502948445, 1795502948445, 1795502948445, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO "accounts" VALUES ('0mwuc3hvqbUsAf0dBHeKSlfo6DyE', 1795502948678, 1795502948678, 1795502948678, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$IrEENSBHSA7HJPQyB+XJ0A$MpNIK8t7MhfgTLM8307f4CDYLK4eelXPsRSP3ZrR4/o', 1795502948678, 0, 0, NULL, 1795502948678, 0, NULL, NULL, NULL);
INSERT INTO "accounts" VALUES ('0mwuc3i34onyrHN0LmjnrxcErK9a', 1795502948944, 1795502949056, 1795502949056, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$WtBw9DNn8oszXlvLDReiBQ$aNjdso3xTfp6lhxWqwrUe7svvuCoyJgPk2Kw+AVHv9c', 1795502948984, 0, 0, '{"owner":true}', 1795502948984, 0, NULL, 'VcnvB7uFnr8-IaDdU7Ozj_AZas9RZe7TeiM4Qf3tYxY', NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT, tokens_have_sid INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D77756333687039A1047D0A0A4ACA78A29DBBF1D89A767FFE16B0B66A3E5350CB10E44EB1179952', '0mwuc3hp9ltAoArGBttMPI7umhZR', 1795502948445, 'anonymous', 1795502948447, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77756333687671F2779977D85E48D303149253326A8DAD664103A2BB06FE5596D0740056A18486', '0mwuc3hvqbUsAf0dBHeKSlfo6DyE', 1795502948678, 'password', 1795502948678, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D777563336934730D3774F36A5979331ABB65EB7D2EBFD677251C4E7F096E9D953CD47BAD065D63', '0mwuc3i34onyrHN0LmjnrxcErK9a', 1795502949004, 'password', 1795502949004, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D77756333693569E2519A87D5CB87F684073BD10A8FF10136BA51A4D73DE3665CF38DB97FF07632', '0mwuc3i34onyrHN0LmjnrxcErK9a', 1795502949030, 'password', 1795502949030, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D777563336936380930BB6C8D46BC5E7744CBA4F2B7BFA402A22F0209586CC92C726E88CFB4132D', '0mwuc3i34onyrHN0LmjnrxcErK9a', 1795502949056, 'password', 1795502949056, NULL, 1);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('XQXBoJd6DLw0CQxhf1bfkz1G43CbYYeLE4zc8OfVhe8', '{"kty":"RSA","n":"zJKv6HcVppG4Y0sUKTK1m0J6tDpOBGl4io3cGiid9IPYw4F-exPDrAlLbYAlGZQ9Mz1EGXDsghH4YqquUaLLDt2-em52XavdW06O50VdTr5xHHY_aWpzkhl585O5gRPLxRiWjzL_okQLSUK-MrqrKyB6xCpkHEljjxS1yedY3Q9KYzwXmpN7WQ3vYr8GdNd8KxhiAboksqeqU-fQ2n4ST0TaoDAcoXIYToxrSLlQXLtZn7rubsJyEjHrqExmP5DwnCu4AtIQegKHf2tZMOYeFlMW0V6QvUrYpdABJYZserQ0oiH6VAUnkBEOqY2GjQSU7hmRwYE87WehvKfRqeJF2Q","e":"AQAB","d":"AojevRacog-0JSbM_SWvsljEhG8kgFF-ONlBHOHb8yefC-0S0BuSlRMYaCbqTsLTb0sXCOmpRINMfIx41HIb6fc9YO71cHuspnD2vE7TtSIO7LdaWcgD3o-KP0ZZSgwgvjRrySJsoGoPabz19lLxw_sHCl8sFl2iaidriTDgnPyJ1rXdmAwJB5FCUF6z92-PbeiAUDTJzlRz_Q8BE_5chnUyhw5dQk_Fiz6kEVJtQgXaQncOFzKGGHBL4PkTV_dWEdKBeV2xHIk64RbsE4TRoyVtVQG02fxvxHtnyOw9PDQoA1u846jDxrsZeiJDHfONnFUrS9BKMpRhH3uVAh8gAQ","p":"7Ux14WizwALUnYKrEqROjrGALyMfZfL4l3KONwX3T3My3L0A2FeN9CVQ-kWm5FncHkJQDuRa-NF4Bzjh7d_1yFIpYqvD_8-pnsJFI-znxp4S1Ql0c19BzhRjc5U1NrcJ02iid-m9tPb5SE0L2Pwf9jCuS_xz4spY2HuelxtoWQE","q":"3LH7FM28FP-_qaM5rcfbQYEu1BCzVRiCNHP0CmHxyir5uHKqwOw-_B3S_QEGQkDyDyB4keeH2q7yin-CVLwU1zbpVWFoFQHijTWlNcHR1tmmQQN9E2AmwSK1nJfgSxAnKKD8R1WUjT1jX9MhcPd1yGRES8Pr7gpI48e_7lq61Nk","dp":"62BCNRnT4gtstefcpJsRyPxLt3XROSCucBqS8gUa8FXGB6n54p3GEnvJPNZF2o8_hUwleQANNG0h75f-kiLp-o90uYjC20UybGUqi537sMkuyN2eAqpj7XPPyeAgbmtUdbx-Gw9gutWXIp45uDstwNc8q-Z3VGd9hQ3pmtz2vgE","dq":"v5tatWYljEm62ooXMrSYvJdu07koKZJcwTOGxljg9rg3FReg_lxeFr_CBd0U1QLT5aQ4adyNi6RmeS5ZNj4RDgTjsjgeiFaZniXcKP78sz9F454mwmKxYu9CpBEML793cAPM5BX-Il4Q4ApLN2vxe6jpzqnsNUACppgvH77wBIk","qi":"ScIRB61v9CsK0-iB0T9FLqHTTMCF1JU_3llZ7MLvfxIuPMBOhZ4qyqkOc3q_7pC_dFXuBVviFms_ShdMXulsyBT1jB9KhYmvo4UtjKkqHfZElhmqe3Xc6vtbODthzK_UzUfhx-rFdDvHv0EWOA9HTtBk9RCC3lAjL6jGbEYeF6Y"}', 1795502948404);
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
