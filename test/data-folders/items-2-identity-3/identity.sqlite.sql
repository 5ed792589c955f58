PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, has_made INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('4ndofY9HGzUysYnmXXf2Ps7h2DBL', 1795353686850, 1795353686850, 1795353686850, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$FzLuxX11tsPw20zZ8zz1Xw$jLMs7GdvXMtP5EVGLL2Mk0E/2a6hYumDghmyG9J+RBo', 1795353686850, 0, 0, NULL, 1795353686850, 0);
INSERT INTO "accounts" VALUES ('kG2Rbw4XuDzCUfb6Onjv3BtzhBcl', 1795353687288, 1795353687427, 1795353687427, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$e0+/N7IpLebQh5sqbgKRlA$VbTN+k2u4NcqH98bZkyCmivbnjgbIIbv/uOEDp4kF+I', 1795353687362, 0, 0, '{"owner":true}', 1795353687362, 0);
INSERT INTO "accounts" VALUES ('ouTEyu2JHp7WM2e7lX5VNq8RZ38u', 1795353686485, 1795353686485, 1795353686485, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 1);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'1118EC1E04F946DB7EC1870D6E2AB9AE977F83CF10A6711B1D734FCA72C9B60C', 'kG2Rbw4XuDzCUfb6Onjv3BtzhBcl', 1795353687427, 'password', 1795353687427, NULL);
INSERT INTO "refresh_tokens" VALUES (X'405179B26B203D1954323E1C13C0681070D82719D5CDB0A34A878EF09593266F', 'ouTEyu2JHp7WM2e7lX5VNq8RZ38u', 1795353686485, 'anonymous', 1795353686485, NULL);
INSERT INTO "refresh_tokens" VALUES (X'96A0C563EF91B1530489B827B6847B4ACE64833EEC5939E0AE2B095100D4D617', '4ndofY9HGzUysYnmXXf2Ps7h2DBL', 1795353686850, 'password', 1795353686850, NULL);
INSERT INTO "refresh_tokens" VALUES (X'C26400D7C749F012B17FD07ABF7B2F3B30691D4E7FE3C67129048927047D059A', 'kG2Rbw4XuDzCUfb6Onjv3BtzhBcl', 1795353687394, 'password', 1795353687395, NULL);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('1qEmF7rKgAk4v6LO0FlqIEYqLdr4UIKcLX73V2F_sd0', '{"kty":"RSA","n":"01slzmlSP_OZGi_pqOTFEvcXfLX8Xak-jVMS0T4Hb0-VDz6I2XFnM8HuSaHBrgDBFmcSZbLoinF0HpaqSByMB_cQYF0z89F_BLAk0e2FLOkQCAvKNlk00FunXu2oblX0j1YZNtTAtIn6TcdPTpaVf8t75OF6noCHy2Tvh1fq1UYDmUZ_U6tWR5osABB_pXlc6BkLPD7dLj3Ok3wDFB9sLyMonTwDnyxBBq7LBPU2TZpib4nn0xepHpK9AAiZsuXl8d7cFAbyhIJmenbFyPi_JcTl9v_MoGebNbusXLVMk3Me3E5PV0D8fRQYQ30mk1qm4Ia6AOwpETA91YR1inWIKw","e":"AQAB","d":"BC35QWuzxK_8hxgLdtuPSiC4xi6THwcJxaGu7ZRccUcRm4uRCTvE3rEnFS2tttMs_lRreLdhAdvcf_5av7JQ0peAK2esb1XlPSJ-l-gqigjR2FbjWM_Ky5QEa0wn2Ia6n1sEhKEQboGMAZ2_Y752lmBfwtbypc_E37DPS83hRvZiP7GvIwKfxj_liGHCc6oSd7efVtZaGupSTJCk7G08yqlPG-Mytf3dC1nqCRbY8khDRNHpGR-gHrjcb93hr80F37o9nfI3svKByFcW0rta25nHHMUnbMcKtTj1xGAsPoWSNJBoNoZBRv31Vqmhw4ag3swFKBtUBQ8leTbDnHp9AQ","p":"_dEAtnQfhya0-1RNvspomZ7p4C3m7cQX7yuLjQv6l8ltcflh-TA3xCYPHUx_QIDLzptcag5H1c9KSgXEcbrssOcoSLTDr-dtiVbu96-mmHI2cg7eu9OksJcspUEoRNFgOtmAYHWDrDZkUz83w4vT7UQh1emWyPyJa3hKLP4Mk7M","q":"1Syhq4BiLDDDQf-nVFPZ0rwhIeD47yoQTKm6cEoWXeYVwkFrs0jqaBgjWvRV8_8i0HRW_StiivHayb9Wz-6_MoXzJkxVG6reM31ur7bqVLwfTK_6T6DRPYe18YKsg0Z0uOwqOV1NJ7vGni2Pkv-MLXo-LyC4HaI_mvv-3HOAXak","dp":"rUazCtxJ7dVh9ra-AMNkF4QivDX6ElYt1MzQj3EfGeKcghOzbBAb8h_db64aral_-cOcmpa3OeMzH0fCrbXkAn08xi4J7hu7buhXaeaTgD1wp_s42deJ9jiudP7_g8PAw0xbVP7E7puPcDmXUzsxaih6RPQcSYgGNMVBNmgVo_s","dq":"va4K5JlFwWBaPT2H3EcICLURHh4aImThP_W-SPADWuXB8qlXdZ2pxZnEy8ehO4yHo8gBJyAVfOCa9uzkB_y97-y0YB2HlSjCsjon5P3zIBaMGyZyqavEwuUghZbqfZyRe4HYSFa2smYo4tJTcE8mocil0DVi3itiQTt8mRfE3pE","qi":"liroStYS0k_NfkV8VOodDYMStg6-gpLz53mlPEy4p3GxuUWCyExnZAMWDuuNAX74aFtIWKYucLWSish4oUXOGFb9UdOD04ppl1SshkcrMPrtnzAKSsDBwTcALHRn7A478ysgEVIkdvqWlemcvKqUr3nb9PynxJr0abU-ONkJ6GE"}', 1795353686438);
CREATE UNIQUE INDEX accounts_by_email ON accounts (email) WHERE email IS NOT NULL;
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
CREATE TABLE one_time_codes (
    hash BLOB PRIMARY KEY,
    purpose TEXT NOT NULL,
    -- Whom it is for; none has it that signs somebody up.
    uid TEXT REFERENCES accounts (uid) ON DELETE CASCADE,
    email TEXT NOT NULL,
    new_email TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_codes_by_uid ON one_time_codes (uid) WHERE uid IS NOT NULL;
CREATE INDEX one_time_codes_by_email ON one_time_codes (email, purpose);
CREATE INDEX one_time_codes_by_expiry ON one_time_codes (expires_at);
CREATE TABLE owners (
    uid TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    since INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT, WITHOUT ROWID;
INSERT INTO "owners" VALUES ('kG2Rbw4XuDzCUfb6Onjv3BtzhBcl', 'mary@example.com', 1795353687296, NULL);
CREATE INDEX owners_by_since ON owners (since, uid) WHERE removed_at IS NULL;
PRAGMA user_version = 3;
COMMIT;
