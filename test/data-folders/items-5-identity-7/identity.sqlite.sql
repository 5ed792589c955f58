PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, is_kept INTEGER NOT NULL DEFAULT 1, screen_name TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mws1rkixLwGZ4HJTeg67FHdw95L', 1795364663721, 1795364663721, 1795364663721, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 0, NULL);
INSERT INTO "accounts" VALUES ('0mws1rkq2g05sH62RmodTRYhLV1t', 1795364663978, 1795364663978, 1795364663978, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$Y9Q6ly7kRCQkfMZHrkjM1g$2FAJyB7QOmiyCTfnorHy7/epViH7z1JOgaFIKHKXrpg', 1795364663978, 0, 0, NULL, 1795364663978, 0, NULL);
INSERT INTO "accounts" VALUES ('0mws1rky7bJQJTlKUcpzxj57tqsS', 1795364664271, 1795364664384, 1795364664384, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$US29kJogLwULYdRhw9xH0A$Q++ED0hVG7NdBFchd34RCx5X0DvFu4Cda9fctZyhmtY', 1795364664318, 0, 0, '{"owner":true}', 1795364664318, 0, NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT, tokens_have_sid INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D777331726B6978ADE28B75328777B8B00E3B467E6527B0A30181EBD8FF2107F9D5C02E0A671024', '0mws1rkixLwGZ4HJTeg67FHdw95L', 1795364663721, 'anonymous', 1795364663723, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D777331726B7132012CFBDD0858C4A4143F924754B58CE5BFEF971F081D7679CB7D5F103558FFCC', '0mws1rkq2g05sH62RmodTRYhLV1t', 1795364663978, 'password', 1795364663979, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D777331726C306794CF7CEB2F1E72CF5DE0DA2A8323F163F25C7BBDDFE034EDF7D1360A64E076AF', '0mws1rky7bJQJTlKUcpzxj57tqsS', 1795364664352, 'password', 1795364664352, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D777331726C31630222EFB83B8EFA2479EF120EB86C0BEC74A223160178F94F39B132A60C32D7FD', '0mws1rky7bJQJTlKUcpzxj57tqsS', 1795364664384, 'password', 1795364664384, NULL, 1);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('H5UFse3QPlNzB10tCkd1CVitiAXaLWi-6lzBc7V1dJM', '{"kty":"RSA","n":"wU34XzfqnYoX5bpHjDRJn1gcCgUlKKazVKmG1iTPTM2MDeS5mriqcZW5DSPDgcmvPqPzMqDVMsowkq0nALgA0HIrFLsEO3ujz5z7S--kcOx2bO1ooL2ztGxHmgVt3QUGUoKzAN7ghV5zW87A2GPfJMmGPG1jMRGyAisAAQUThGcaB_vIUB-G8LiKwUy5blThbXwU_U8FRisq1z2YlvnGYvQeHPr_fyVFvqdFHvufkc78xALQEVTj5OvAec54e6IXscMyBrIlvRiFqHGGpCqxZYC7WYzcV-EPv1bON1bKl1-3FmwQTjUaR01fUTZ_GKG6PyIHysOW10NHsNBwQ11lqQ","e":"AQAB","d":"AuyWNdHnijplHBklou5Zj0oTKeECTzxNSDu3H78tRxggLYr-rE9E_dl1ydWLUtHnGWn7-m_0dlD9y8xVVjXXa2rDWMIREVmamANj5KHWcQ_RaJccmLteVfUWUVuY-63QVR4YdDmF2B98upILqZA7hNfCo-ccB-RkB7v_Q0FRe3LlkYIcNYSkmZaYDTzzWvKBnSjWzpKdAsfu7rcpa2XVk6YlSMFe_ntJhF3O9ZAxaRNCezCSuyYhbF-9CsfTyIvTsWdxQS-ENYSLxvosqpvWe1UqCo3AZBgF6T7HtpF0GHbPEpmnXo82we6CrE3QMmVVlrCtRcJy3qs1m0N46cHEXw","p":"_HsyQniFv4Wji1NF6PHyGtMEz6lkSHHfpjuZUuBA9-wlxbDK3eG4YPkZR_dHcmIp87FqNoPkQiJUc-Qu1tZjdNa9JBYQmSg3IAw8IQbY3DtSXCCyHol8hZJWhRXDS2t35Q-VM0YlU_eaWsOaOGGPIAlA3gheyNxwustXYwfvD4c","q":"w_-kotaxwZ-SxuU1h0ruaRrET6p2Wl89WxWJ9322K3Eiu7pOwufnd8ocnru6SRYcizBYdXkhae26CAPJ-9TmIGTN9XpNWS_BL4iqA9oWzjk3KCodVFXTQSwfaYQbIvd75P0eLmsWsuL-S-QJbeB9JnInRfS5U0mDHeUiFJK0TU8","dp":"MNqBshzx_EoWiBn32AggyZH1R11Ge0IVfWvg0gl0aMR31pXL2z0W2SS6AJPXbkmSRoYYwC2rGCTeZIJNkeJv4ia--GGQmqIOcJQNenKBubN8zzjAXmpJ_up-9Udtv4Uu8NKgEwjKpkGty0w35hryf8dqlsvV01XcNjisUwww9Lc","dq":"t_SKSyOCNp5UnkSmltKnLRKoSbVN28gjyAdRNG5Sujc3SEa2gYwy3WVes0SytMICDElV3PvRdqBeyAL2YlwRmTnDbLBbRGfjw39bQr5ARVHCCPpuCKd83WBSIzCQX6M0L1m6KAruhPszfXsLtorKK3lcjvX_ssH-Q-K4t-JxQ1U","qi":"-lL9jnJZ6Y-bjV5xclLXhMrFeQ2cMlPnqhlKHhuQRH31d3P3IvRCtdGp8KDUZ170ycZVfjzzRo-GkSdTN4jjPotLK_FzbWpk1qdwetpZ6IW3nA4sC8ixoa-E9bIUACSxVTZPC5hmbLzO339n0bLTXsykVEwHBf4Sb3Sl_K4jSJM"}', 1795364663691);
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
CREATE TABLE "former_owners" (
    uid TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    since INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT, WITHOUT ROWID;
CREATE INDEX owners_by_since ON "former_owners" (since, uid) WHERE removed_at IS NULL;
PRAGMA user_version = 7;
COMMIT;
