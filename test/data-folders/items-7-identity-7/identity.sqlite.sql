PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE accounts (
    uid TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL,
    last_refresh_at INTEGER NOT NULL
  , email TEXT, email_verified INTEGER NOT NULL DEFAULT 0, email_link_sign_in INTEGER NOT NULL DEFAULT 0, initial_email TEXT, display_name TEXT, phone_number TEXT, photo_url TEXT, password_hash TEXT, password_updated_at INTEGER, disabled INTEGER NOT NULL DEFAULT 0, custom_auth INTEGER NOT NULL DEFAULT 0, custom_claims TEXT, valid_since INTEGER, is_kept INTEGER NOT NULL DEFAULT 1, screen_name TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES ('0mwsblekskzqMH6fpv4HwnppyqY9', 1795381172236, 1795381172236, 1795381172236, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 0, NULL);
INSERT INTO "accounts" VALUES ('0mwsblf3drlULqEKL6VViqHl6tLt', 1795381172905, 1795381172905, 1795381172905, 'customer@example.com', 0, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$MWkC9dCdT9b41Od61FP3Vw$FHOACKpgv8CM0wES63xG8xZfxwgsfYMkUUsq0T9JTQY', 1795381172905, 0, 0, NULL, 1795381172905, 0, NULL);
INSERT INTO "accounts" VALUES ('0mwsblfzhbtJTyKF2OYS6FZUvh5m', 1795381174061, 1795381174355, 1795381174355, 'mary@example.com', 1, 0, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$q9uuUMKUtFP9V04r4NFCbg$zQAqIrQtx75XQIg8Nsaq36orbqIcTE1HAPjrB57AJys', 1795381174204, 0, 0, '{"owner":true}', 1795381174204, 0, NULL);
CREATE TABLE refresh_tokens (
    hash BLOB PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts (uid) ON DELETE CASCADE,
    signed_in_at INTEGER NOT NULL
  , sign_in_provider TEXT NOT NULL DEFAULT 'anonymous', last_used_at INTEGER NOT NULL DEFAULT 0, extra_claims TEXT, tokens_have_sid INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "refresh_tokens" VALUES (X'306D7773626C656B734A2DE6C76B37AF0AA18FDA1D85528883EA43E9A052341E9B12131CD6BDBC1014', '0mwsblekskzqMH6fpv4HwnppyqY9', 1795381172236, 'anonymous', 1795381172239, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7773626C663364F866B3DB98B0CB9DFD6B2AA69C297C8EC52A8A0659F1491A9803FAC295E63828', '0mwsblf3drlULqEKL6VViqHl6tLt', 1795381172905, 'password', 1795381172906, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7773626C673462A7D9B392E2E29BA3C4C737B7CA15DAB8E15831865D91870BCA153DB6A6969836', '0mwsblfzhbtJTyKF2OYS6FZUvh5m', 1795381174235, 'password', 1795381174235, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7773626C673633E8EF2C251470AEE7822EACB231668910EF9A87E782E3CE23743040D4A7AD4900', '0mwsblfzhbtJTyKF2OYS6FZUvh5m', 1795381174299, 'password', 1795381174299, NULL, 1);
INSERT INTO "refresh_tokens" VALUES (X'306D7773626C67376ECC3E6FDA14D8D0138582DBF8E7CC1B8D7DEC0A719F3BDDC2A09E1336665C2C73', '0mwsblfzhbtJTyKF2OYS6FZUvh5m', 1795381174355, 'password', 1795381174355, NULL, 1);
CREATE INDEX refresh_tokens_by_uid ON refresh_tokens (uid);
CREATE TABLE signing_keys (
    kid TEXT PRIMARY KEY,
    private_jwk TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "signing_keys" VALUES ('KSSMz_aQ-f8GHVloykAYC4I7UmNvYXt_087sfihauhk', '{"kty":"RSA","n":"2p-cLGLYJWC4uJKdLiSZ_egHoEeeEnZbCpATIwuDlb9UN1_Wum0FH_Xnk_RsYkyXG4PU3-EerUCRklS4YWRuLy31KOihAhZR1Suo5oqe78lynIdNNczwL_uKdxrAk_Dj7_ygbdzPF_FKbumdnNIgVyD_bAtTGRTD6W92fONNTComXeQweYUDiVG6BTxUT6MHhuh6FhIVQ3AScjsVBemUbZoXbh1kN4LB1IIPtynxysiTYabo2LUOn7iJph0YUG_rAz9_AbreDmmY_K_EM1S1qP8T6kpIWUhZxPmjhg40vwIrymgUp4BYfoalTWWL2c1rhe6bG26ubjWJVXxhwu0rHw","e":"AQAB","d":"HpXCwwDnDT-dSBEW1TxAoOFjo7wxNJMDRJSIYNg9BeeY8BBD2Zvj4idESRIiUZQ2dZ55WwLDCGjmlKquis2Cjq4mxJza3ZBizWhIvkv5VUGA-74AAr1Tgtr1cZk4BNpoAQx-IzCHdmmGyMJ9DtHkvVu78BEbhIA_sjoqQOmJyFRA4dQ2LItYEkEo2Ur6DhGwy261_Npdb8Vk5eu4-Ne7pBNZQ4Oun1msjZPTh4p3efcbfyRG6DufkiGDx6T-RrBK9g-dLgA_SLQPs_P7xq_yhogFnBNn1e_0uNMPcO9zgyshkJ505u5ZTp_gcNQOgcTAcfj0S6EZWmkygjHW-xGCDQ","p":"_iAr5fTg3RuuH0h6y0n_68Y8OJKjfeuTQcImYWM-hzH8vF4-RklLkq3xsLhxWWYrVOYZVtxiXB73zhjzdTA-mhyVK3TVDqjoAGp1xkgwNsykuvid0LbgJZVrwqOf58VhqGFZj7THNqq1iOn6yxNE3Rety7HbDTR74LXLzCnkLl0","q":"3DxnqsjzfIISQVVaV0c7d4cctnYsXeeNYyDW2B0AVsUdhU-zuQjbyQUhj5UbflDpw7fM5TEmZ63_YJ63vzIoh8yVmgynycH5JTLI9V6l-ffTl-sudY8B3c1cFi_nED35rLo9CUk-16sLyVfw9pXi-YvE6giNQAs0zz4UbWvJz6s","dp":"ZjqS7kMAYnJMLZF-tGDkbvikKS30TyeBaaasweimssRNI4nWC3hYynznCWxpTMlpDRIzh1nIx749ec9XwQDTbjOpXn31Z5xTGDe7gTRxENpqOjzhX6DxsqzVWMtx_E7O5mmjGchji35I4PcfSKpLvZVU-Ohncnx2iQMZJNyFSpE","dq":"HqTtC8-ASb_TiHG261QHCz-qmBzjWYGho7xrCJEofepZjDYl3MZFxrfHDrKBq9bYYBpQEUgAfwav9SLAkIMLLrIh0tiV9DXgU_O4EKRF1f1M3OOliEgIy3MKsC-kKBdniUg0u_kMHHg5YJ-y8Ky0c2KmWKYt-U5V38xUjVElOJc","qi":"F8WNIWmPvFNK-TBNKyX2hLtyWhNTU4sO_kEfO7gXjqmrokIv0D1HzP_xpwTI8t5Y365Khu7mdcAM2W2P5ICyd5FJbnMam9XxpCzey2DwOwsKFeO8OC5z-MzFmQ63CaMMAE9J-TzH_CsiS_9m1JB2MFJ43I61e5YNABaUr8hsUEY"}', 1795381172097);
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
